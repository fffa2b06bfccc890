import { Console } from 'node:console'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { formatSsn } from '#contract/ssn.ts'
import { Id } from '#contract/values.ts'
import { runCommand, withContext } from './command-line.ts'
import { StartupProblem } from './startup-problem.ts'
import { billingHistoryOf } from './features/billing/billing-history.ts'
import { ledgerOf } from './features/billing/ledger.ts'
import { grantByOperator, refundByOperator } from './features/billing/operator-deeds.ts'
import type { Deed } from './features/billing/operator-deeds.ts'
import { closeReportByOperator, reportsForOperator } from './features/messaging/block-and-report.ts'
import { decideByOperator } from './features/verification/decide.ts'
import { pendingChecks, readPendingNumber } from './features/verification/pending-checks.ts'
import { rotateKeys } from './features/verification/rotate-keys.ts'
import { runDueJobs } from './worker.ts'
import type { Context } from './context.ts'

const terminal = new Console(process.stdout)

type Command = (context: Context, words: string[], reason: string | undefined) => Promise<void>

const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  ledger USER                        every lead credit and why
  payments USER                      every payment
  grant USER NUMBER --reason WHY     gives credits
  refund INVOICE --reason WHY        gives a payment back, by its invoice such as L-12
  reports                            what people report of each other and nobody has closed
  reports close NUMBER --reason WHY  closes one
  verify                             the background checks that wait for a decision
  verify reveal USER --reason WHY    shows the number of one that waits, on a terminal alone; that is kept
  verify approve|reject USER         decides about one and tells her; --reason WHY is kept with it, and who is rejected reads it
  verify rotate-keys                 seals the numbers that wait under the newest of VERIFICATION_KEYS`

const COMMANDS: Record<string, Command> = {
  async ledger(context, [user]) {
    const { balance, entries, waiting } = await ledgerOf(context.db, await idOf(context, user))
    terminal.table(entries)
    say(`${balance} credits left, ${waiting.length} leads waiting.`)
  },
  async payments(context, [user]) {
    const reader = { id: await idOf(context, user), language: 'en' } as const
    const { billing_history: items } = await billingHistoryOf(context.db, reader)
    terminal.table(items)
  },
  async grant(context, [user, number], reason) {
    const amount = Number(number)
    if (!Number.isInteger(amount) || amount < 1 || amount > 1000) {
      throw new StartupProblem('Say how many credits, from 1 to 1000.')
    }
    await grantByOperator(context, await idOf(context, user), amount, deed(reason))
    say(`Granted ${amount}.`)
  },
  async verify(context, [what, user], reason) {
    const doneBy = userInfo().username
    if (what === undefined) {
      const checks = await pendingChecks(context)
      terminal.table(checks)
      return say(`${checks.length} waiting.`)
    }
    if (what === 'reveal') return say(await revealed(context, user, deed(reason)))
    if (what === 'rotate-keys') {
      return say(`Sealed anew: ${await rotateKeys(context, doneBy)}.`)
    }
    if (what !== 'approve' && what !== 'reject') throw new StartupProblem(USAGE)
    const status = what === 'approve' ? 'approved' : 'rejected'
    const id = await idOf(context, user)
    const outcome = await decideByOperator(context, id, { status, doneBy, reason: reason?.trim() })
    if (outcome === 'nothing_given') throw new StartupProblem('She has not given a number.')
    say(outcome === 'already' ? `It was ${status} already.` : `The check is ${status}.`)
  },
  async reports(context, [what, number], reason) {
    if (what === undefined) {
      const reports = await reportsForOperator(context)
      terminal.table(reports)
      return say(`${reports.length} open.`)
    }
    if (what !== 'close') throw new StartupProblem(USAGE)
    const isNumber = /^\d{1,15}$/.test(number ?? '')
    if (!isNumber || !(await closeReportByOperator(context, number!, deed(reason)))) {
      throw new StartupProblem('No such report is open.')
    }
    say('Closed.')
  },
  async refund(context, [invoice], reason) {
    const number = /^(?:L-)?(\d{1,15})$/.exec(invoice ?? '')?.[1]
    if (!number || !(await refundByOperator(context, number, deed(reason)))) {
      throw new StartupProblem('No such invoice is paid.')
    }
    await runDueJobs(context)
    say('The refund is under way; `payments` shows it once the provider has done it.')
  },
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [name = '', ...words] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartupProblem(USAGE)
  await withContext(new Date(), (context) => command(context, words, values.reason))
})

/** A professional's id, by id or email. */
async function idOf({ db }: Context, user = ''): Promise<string> {
  const found = await db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'professionals.user_id')
    .select('users.id')
    .where((row) =>
      Id.safeParse(user).success
        ? row('users.id', '=', user)
        : row('users.email', '=', user.toLowerCase()),
    )
    .executeTakeFirst()
  if (!found) throw new StartupProblem('No professional has this email or id.')
  return found.id
}

/** The number of a check that waits; never into a file or another program. */
async function revealed(context: Context, user: string | undefined, why: Deed): Promise<string> {
  const id = await idOf(context, user)
  if (!process.stdout.isTTY) throw new StartupProblem('A number is shown on a terminal alone.')
  const number = await readPendingNumber(context, id, why)
  if (number === undefined) throw new StartupProblem('No number of hers waits for a decision.')
  return `${formatSsn(number)}. That you read it is kept, with your reason.`
}

function deed(reason: string | undefined): Deed {
  if (!reason?.trim()) throw new StartupProblem('Say why, with --reason.')
  return { reason: reason.trim(), doneBy: userInfo().username }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
