import { Console } from 'node:console'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { formatSsn } from '#contract/ssn.ts'
import { Id } from '#contract/values.ts'
import { runCommand, withContext } from './command-line.ts'
import { StartupProblem } from './startup-problem.ts'
import { restoreByOperator, suspendByOperator } from './features/account/suspend-account.ts'
import { billingHistoryOf } from './features/billing/billing-history.ts'
import { grantByOperator, ledgerOf } from './features/billing/ledger.ts'
import { recordOperatorAction } from './features/billing/operator-actions.ts'
import type { OperatorReason } from './features/billing/operator-actions.ts'
import { failedProviderTasks } from './features/billing/provider-tasks.ts'
import { refundByOperator } from './features/billing/refunds.ts'
import { closeReportByOperator, reportsForOperator } from './features/messaging/block-and-report.ts'
import { normalEmail } from './features/identity/normal-email.ts'
import { adoptStoredPictures } from './features/professionals/picture-storage.ts'
import { closeMessageByOperator, openMessages } from './features/support/support.ts'
import { decideByOperator, freeByOperator } from './features/verification/decide.ts'
import { pendingChecks, readPendingNumber } from './features/verification/pending-checks.ts'
import { rotateKeys } from './features/verification/rotate-keys.ts'
import { finishJob, queuedJob } from './hand-over.ts'
import {
  endSessionsByOperator,
  failedJobs,
  findPeople,
  retryJobByOperator,
} from './operator-people.ts'
import type { Context } from './context.ts'

const terminal = new Console(process.stdout)

type Command = (
  context: Context,
  args: string[],
  reason: string | undefined,
  key: string | undefined,
  visits: string | undefined,
) => Promise<void>

const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  find TEXT                          finds people by id, part of the email, beginning of a name, or invoice
  ledger USER                        lists the lead credits with their reasons
  payments USER                      lists the payments
  grant USER NUMBER                  gives 1 to 1000 credits; a second time with the same --key KEY gives none
  refund INVOICE                     refunds a payment by its invoice, such as L-12
  failures                           lists refunds and ends of subscriptions that failed at the payments provider
  sessions end USER                  signs a person out on all devices
  suspend USER                       suspends an account; the person reads the reason. With --visits cancel the coming visits end
  restore USER                       ends the suspension of an account; the person reads the reason
  reports                            lists the open reports of users about users
  reports close NUMBER               closes a report
  support                            lists the open messages of the contact page
  support close NUMBER               closes a message, such as C-12
  jobs                               lists the jobs whose last attempt failed
  retry-job NUMBER                   tries a failed job again
  pictures adopt                     makes this database the owner of the stored pictures
  verify                             lists the background checks that wait for a decision
  verify reveal USER                 shows a waiting number, only on a terminal; this is recorded
  verify approve|reject USER         decides a check and notifies the professional; the reason of a rejection is shown to them
  verify free USER                   ends an approved check and frees its number; the professional can send another one
  verify rotate-keys                 encrypts the waiting numbers again with the newest of VERIFICATION_KEYS
Everything that changes or reveals something needs --reason WHY, which is recorded.`

const COMMANDS: Record<string, Command> = {
  async ledger(context, [user]) {
    const { balance, entries, waiting } = await ledgerOf(
      context.db,
      await professionalIdOf(context, user),
    )
    terminal.table(entries)
    printLine(`${balance} credits left, ${waiting.length} leads waiting.`)
  },
  async payments(context, [user]) {
    const reader = { id: await professionalIdOf(context, user), language: 'en' } as const
    const { billing_history: items } = await billingHistoryOf(context.db, reader)
    terminal.table(items)
  },
  async find(context, [text]) {
    if (!text?.trim()) throw new StartupProblem(USAGE)
    const people = await findPeople(context, text.trim())
    terminal.table(people)
    printLine(`${people.length} found.`)
  },
  async sessions(context, [action, user], reason) {
    if (action !== 'end') throw new StartupProblem(USAGE)
    const id = await userIdOf(context, user)
    printLine(`Ended: ${await endSessionsByOperator(context, id, operatorReason(reason))}.`)
  },
  async suspend(context, [user], reason, _key, visits = 'keep') {
    if (visits !== 'keep' && visits !== 'cancel') {
      throw new StartupProblem(
        'Say what becomes of coming visits: --visits keep or --visits cancel.',
      )
    }
    const id = await userIdOf(context, user)
    const outcome = await suspendByOperator(context, id, operatorReason(reason), visits)
    if (outcome === 'unknown') throw new StartupProblem('Nobody has this email or id.')
    if (outcome === 'already') return printLine('This account is suspended already.')
    printLine(`Suspended. Bookings ended: ${outcome.ended}. Visits that stay: ${outcome.kept}.`)
  },
  async restore(context, [user], reason) {
    const id = await userIdOf(context, user)
    const isRestored = await restoreByOperator(context, id, operatorReason(reason))
    printLine(isRestored ? 'Restored.' : 'This account is not suspended.')
  },
  async jobs(context) {
    const jobs = await failedJobs(context)
    terminal.table(jobs)
    printLine(`${jobs.length} failed.`)
  },
  async 'retry-job'(context, [number], reason) {
    const why = operatorReason(reason)
    const isNumber = /^\d{1,15}$/.test(number ?? '')
    if (!isNumber || !(await retryJobByOperator(context, number!, why))) {
      throw new StartupProblem('There is no failed job with this number.')
    }
    await finishJob(context, number!)
    printLine('Done.')
  },
  async grant(context, [user, number], reason, key) {
    const amount = Number(number)
    if (!Number.isInteger(amount) || amount < 1 || amount > 1000) {
      throw new StartupProblem('Give the number of credits, from 1 to 1000.')
    }
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
      throw new StartupProblem('A key has 1 to 200 characters and no space.')
    }
    const id = await professionalIdOf(context, user)
    const outcome = await grantByOperator(context, id, amount, operatorReason(reason), key)
    if (outcome === 'key_reused') {
      throw new StartupProblem('This key was used for another grant. Nothing was granted.')
    }
    printLine(outcome === 'already' ? `Granted ${amount} already.` : `Granted ${amount}.`)
  },
  async verify(context, [action, user], reason) {
    if (action === undefined) {
      const checks = await pendingChecks(context)
      terminal.table(checks)
      return printLine(`${checks.length} waiting.`)
    }
    if (action === 'reveal')
      return printLine(await revealNumber(context, user, operatorReason(reason)))
    if (action === 'rotate-keys') {
      return printLine(`Encrypted again: ${await rotateKeys(context, operatorReason(reason))}.`)
    }
    if (action === 'free') {
      const professionalId = await professionalIdOf(context, user)
      if (!(await freeByOperator(context, professionalId, operatorReason(reason))))
        throw new StartupProblem('This professional has no approved check.')
      return printLine('The number is free. The professional can send another one.')
    }
    if (action !== 'approve' && action !== 'reject') throw new StartupProblem(USAGE)
    const status = action === 'approve' ? 'approved' : 'rejected'
    const id = await professionalIdOf(context, user)
    const outcome = await decideByOperator(context, id, { status, ...operatorReason(reason) })
    if (outcome === 'nothing_given')
      throw new StartupProblem('This professional has not entered a number.')
    printLine(
      outcome === 'already' ? `The check was ${status} already.` : `The check is ${status}.`,
    )
  },
  async reports(context, [action, number], reason) {
    if (action === undefined) {
      const reports = await reportsForOperator(context)
      terminal.table(reports)
      return printLine(`${reports.length} open.`)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const isNumber = /^\d{1,15}$/.test(number ?? '')
    if (!isNumber || !(await closeReportByOperator(context, number!, operatorReason(reason)))) {
      throw new StartupProblem('There is no open report with this number.')
    }
    printLine('Closed.')
  },
  async support(context, [action, number], reason) {
    if (action === undefined) {
      const messages = await openMessages(context)
      terminal.table(messages)
      return printLine(`${messages.length} open.`)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const digits = /^(?:C-)?(\d{1,15})$/.exec(number ?? '')?.[1]
    if (!digits || !(await closeMessageByOperator(context, digits, operatorReason(reason)))) {
      throw new StartupProblem('There is no open message with this number.')
    }
    printLine('Closed.')
  },
  async failures(context) {
    const tasks = await failedProviderTasks(context.db)
    terminal.table(tasks)
    printLine(`${tasks.length} failed and tried again.`)
  },
  async pictures(context, [action], reason) {
    if (action !== 'adopt') throw new StartupProblem(USAGE)
    const { doneBy, ...details } = operatorReason(reason)
    const subjectId = await adoptStoredPictures(context)
    const at = context.clock.now()
    await recordOperatorAction(
      context.db,
      { action: 'adopt_pictures', subjectId, doneBy, at },
      details,
    )
    printLine('The stored pictures belong to this database now.')
  },
  async refund(context, [invoice], reason) {
    const number = /^(?:L-)?(\d{1,15})$/.exec(invoice ?? '')?.[1]
    const paymentId = number && (await refundByOperator(context, number, operatorReason(reason)))
    if (!paymentId) throw new StartupProblem('There is no paid invoice with this number.')
    const job = await queuedJob(context, 'refund-payment', { payment_id: paymentId })
    if (job !== undefined) await finishJob(context, job)
    printLine('Refunded.')
  },
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, key: { type: 'string' }, visits: { type: 'string' } },
  })
  const [name = '', ...args] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartupProblem(USAGE)
  await withContext(new Date(), (context) =>
    command(context, args, values.reason, values.key, values.visits),
  )
})

/** A professional's id, found by id or email. */
async function professionalIdOf(context: Context, user: string | undefined): Promise<string> {
  const found = await findUser(context, user)
  if (found?.role !== 'professional') {
    throw new StartupProblem('No professional has this email or id.')
  }
  return found.id
}

/** A person's id, found by id or email. */
async function userIdOf(context: Context, user: string | undefined): Promise<string> {
  const found = await findUser(context, user)
  if (!found) throw new StartupProblem('Nobody has this email or id.')
  return found.id
}

async function findUser({ db }: Context, user = '') {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where((row) =>
      Id.safeParse(user).success ? row('id', '=', user) : row('email_key', '=', normalEmail(user)),
    )
    .executeTakeFirst()
}

/** The number of a waiting check. Refused unless the output is a terminal. */
async function revealNumber(
  context: Context,
  user: string | undefined,
  reason: OperatorReason,
): Promise<string> {
  const id = await professionalIdOf(context, user)
  if (!process.stdout.isTTY) throw new StartupProblem('A number is shown on a terminal alone.')
  const number = await readPendingNumber(context, id, reason)
  if (number === undefined)
    throw new StartupProblem('No number of this professional waits for a decision.')
  return `${formatSsn(number)}. This access is recorded with your reason.`
}

function operatorReason(reason: string | undefined): OperatorReason {
  if (!reason?.trim()) throw new StartupProblem('Say why, with --reason.')
  return { reason: reason.trim(), doneBy: userInfo().username }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
