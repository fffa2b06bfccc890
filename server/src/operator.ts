import { Console } from 'node:console'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { formatSsn } from '#contract/ssn.ts'
import { Id } from '#contract/values.ts'
import { runCommand, withContext } from './command-line.ts'
import { StartupProblem } from './startup-problem.ts'
import { billingHistoryOf } from './features/billing/billing-history.ts'
import { grantByOperator, ledgerOf } from './features/billing/ledger.ts'
import type { OperatorReason } from './features/billing/operator-actions.ts'
import { refundByOperator } from './features/billing/refunds.ts'
import { closeReportByOperator, reportsForOperator } from './features/messaging/block-and-report.ts'
import { decideByOperator } from './features/verification/decide.ts'
import { pendingChecks, readPendingNumber } from './features/verification/pending-checks.ts'
import { rotateKeys } from './features/verification/rotate-keys.ts'
import { runDueJobs } from './worker.ts'
import type { Context } from './context.ts'

const terminal = new Console(process.stdout)

type Command = (context: Context, args: string[], reason: string | undefined) => Promise<void>

const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  ledger USER                        lists the lead credits with their reasons
  payments USER                      lists the payments
  grant USER NUMBER --reason WHY     gives 1 to 1000 credits
  refund INVOICE --reason WHY        refunds a payment by its invoice, such as L-12
  reports                            lists the open reports of users about users
  reports close NUMBER --reason WHY  closes a report
  verify                             lists the background checks that wait for a decision
  verify reveal USER --reason WHY    shows a waiting number, only on a terminal; this is recorded
  verify approve|reject USER         decides a check and notifies the professional; --reason WHY is stored, and shown if rejected
  verify rotate-keys                 encrypts the waiting numbers again with the newest of VERIFICATION_KEYS`

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
  async grant(context, [user, number], reason) {
    const amount = Number(number)
    if (!Number.isInteger(amount) || amount < 1 || amount > 1000) {
      throw new StartupProblem('Give the number of credits, from 1 to 1000.')
    }
    await grantByOperator(
      context,
      await professionalIdOf(context, user),
      amount,
      operatorReason(reason),
    )
    printLine(`Granted ${amount}.`)
  },
  async verify(context, [action, user], reason) {
    const doneBy = userInfo().username
    if (action === undefined) {
      const checks = await pendingChecks(context)
      terminal.table(checks)
      return printLine(`${checks.length} waiting.`)
    }
    if (action === 'reveal')
      return printLine(await revealNumber(context, user, operatorReason(reason)))
    if (action === 'rotate-keys') {
      return printLine(`Encrypted again: ${await rotateKeys(context, doneBy)}.`)
    }
    if (action !== 'approve' && action !== 'reject') throw new StartupProblem(USAGE)
    const status = action === 'approve' ? 'approved' : 'rejected'
    const id = await professionalIdOf(context, user)
    const outcome = await decideByOperator(context, id, { status, doneBy, reason: reason?.trim() })
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
  async refund(context, [invoice], reason) {
    const number = /^(?:L-)?(\d{1,15})$/.exec(invoice ?? '')?.[1]
    if (!number || !(await refundByOperator(context, number, operatorReason(reason)))) {
      throw new StartupProblem('There is no paid invoice with this number.')
    }
    await runDueJobs(context)
    printLine('The refund has started. `payments` shows it when the provider has made it.')
  },
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [name = '', ...args] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartupProblem(USAGE)
  await withContext(new Date(), (context) => command(context, args, values.reason))
})

/** A professional's id, found by id or email. */
async function professionalIdOf({ db }: Context, user = ''): Promise<string> {
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
