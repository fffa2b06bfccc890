import { Console } from 'node:console'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { DECISION_REASONS, DECISIONS, PROBLEM_TEXT_LENGTH } from '#contract/problem-rules.ts'
import { formatSsn } from '#contract/ssn.ts'
import { Email } from '#contract/identity.ts'
import { Id, line } from '#contract/values.ts'
import { demoCodeOf } from '../demo/demo-operators.ts'
import { StartupProblem } from './startup-problem.ts'
import { rotateVaultKeys } from './features/access/rotate-vault-keys.ts'
import { restoreByOperator, suspendByOperator } from './features/account/suspend-account.ts'
import { rotateTotpKeys } from './features/account/rotate-totp-keys.ts'
import { endSessionsByOperator } from './features/actions/end-sessions.ts'
import { FAILED_JOBS_MAX, failedJobs, retryJobByOperator } from './features/actions/failed-jobs.ts'
import { billingHistoryOf } from './features/billing/billing-history.ts'
import { grantByOperator } from './features/billing/operator-credits.ts'
import { ledgerOf } from './features/billing/ledger-view.ts'
import { recordOperatorAction } from './features/audit/operator-actions.ts'
import type { OperatorReason } from './features/audit/operator-actions.ts'
import { verifyAudit } from './features/audit/verify-audit.ts'
import type { Approval } from './features/billing/approvals.ts'
import {
  ApprovalRefusal,
  decideApprovalByOperator,
  waitingApprovals,
} from './features/billing/decide-approval.ts'
import { failedProviderTasks } from './features/billing/provider-tasks.ts'
import { refundByOperator } from './features/billing/refunds.ts'
import { closeReportByOperator, reportsForOperator } from './features/messaging/block-and-report.ts'
import { normalEmail } from './features/identity/normal-email.ts'
import {
  addOperator,
  listOperators,
  resetOperator,
  setOperatorDisabled,
} from './features/operators/manage-operators.ts'
import { rotateOperatorKeys } from './features/operators/rotate-operator-keys.ts'
import { decideProblemByOperator, disputedProblems } from './features/problems/decide-problem.ts'
import { closeMessageByOperator, openMessages } from './features/support/support.ts'
import {
  decideByOperator,
  freeByOperator,
  rejectByOperator,
} from './features/verification/decide.ts'
import { pendingChecks, readPendingNumber } from './features/verification/pending-checks.ts'
import { rotateFeedKeys } from './features/time/feed-secret.ts'
import { rotateKeys } from './features/verification/rotate-keys.ts'
import { adoptPictures, finishJob, queuedJob, requireServersKeys } from './hand-over.ts'
import { findPeople } from './operator-people.ts'
import type { Context } from './context.ts'

/** One call of a command: where it works, where it prints, and its options. */
type Call = {
  context: Context
  output: Writable & { isTTY?: boolean }
  reason: string | undefined
  key: string | undefined
  visits: string | undefined
  text: string | undefined
}
type Command = (call: Call, args: string[]) => Promise<void>

const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  find TEXT                          finds people by id, part of the email, beginning of a name, or invoice
  ledger USER                        lists the lead credits with their reasons
  payments USER                      lists the payments
  grant USER NUMBER                  gives 1 to 1000 credits; a second time with the same --key KEY gives none
  refund INVOICE                     refunds a payment by its invoice, such as L-12
  approvals                          lists the refunds and credits that wait for a second operator
  approvals approve|refuse ID        decides one of them
  failures                           lists refunds and ends of subscriptions that failed at the payments provider
  sessions end USER                  signs a person out on all devices
  suspend USER                       suspends an account; the person reads the reason. With --visits cancel the coming visits end
  restore USER                       ends the suspension of an account; the person reads the reason
  reports                            lists the open reports of users about users
  reports close NUMBER               closes a report
  problems                           lists the disputed problems of visits, with what both sides wrote
  problems decide ID OUTCOME         decides one: for_client, for_professional or shared. --reason is evidence, no_answer or
                                     agreed; both sides read --text TEXT
  support                            lists the open messages of the contact page
  support close NUMBER               closes a message, such as C-12
  jobs                               lists the jobs whose last attempt failed
  retry-job NUMBER                   tries a failed job again
  operators                          lists the operators of the console
  operators add EMAIL "NAME"         adds one, and prints the link to enrol: it works once, for 24 hours
  operators reset EMAIL              ends password, factor and sessions of one, and prints a new link to enrol
  operators disable|enable EMAIL     keeps one out of the console, or lets them in again
  code EMAIL                         prints the code of the moment of an operator of the demo world
  pictures adopt                     makes this database the owner of the stored pictures
  audit verify                       computes the chain of the audit log again: 'N entries, unbroken, head HASH'
  verify                             lists the background checks that wait for a decision
  verify reveal USER                 shows a waiting number, only on a terminal; this is recorded
  verify approve USER                approves a check and notifies the professional, who reads the reason
  verify reject USER                 tells the professional why, 7 days before the check is rejected; they read the reason
  verify free USER                   ends an approved check and frees its number; the professional can send another one
  vault rotate-keys                  encrypts the access details of homes again with the newest of VAULT_KEYS
  verify rotate-keys                 encrypts the waiting numbers again with the newest of VERIFICATION_KEYS
Everything that changes something, or reveals a number, needs --reason WHY, which is recorded. For operators add it is optional.`

const COMMANDS: Record<string, Command> = {
  async ledger({ context, output }, [user]) {
    const { balance, entries, has_older, waiting_total } = await ledgerOf(
      context.db,
      await professionalIdOf(context, user),
    )
    printTable(output, entries)
    if (has_older) printLine(output, `Only the newest ${entries.length} entries.`)
    printLine(output, `${balance} credits left, ${waiting_total} leads waiting.`)
  },
  async payments({ context, output }, [user]) {
    const reader = { id: await professionalIdOf(context, user), language: 'en' } as const
    const { billing_history: items, has_older } = await billingHistoryOf(context.db, reader)
    printTable(output, items)
    if (has_older) printLine(output, `Only the newest ${items.length} payments.`)
  },
  async find({ context, output }, [text]) {
    if (!text?.trim()) throw new StartupProblem(USAGE)
    const people = await findPeople(context, text.trim())
    printTable(output, people)
    printLine(output, `${people.length} found.`)
  },
  async sessions({ context, output, reason }, [action, user]) {
    if (action !== 'end') throw new StartupProblem(USAGE)
    const id = await userIdOf(context, user)
    printLine(output, `Ended: ${await endSessionsByOperator(context, id, operatorReason(reason))}.`)
  },
  async suspend({ context, output, reason, visits = 'keep' }, [user]) {
    if (visits !== 'keep' && visits !== 'cancel') {
      throw new StartupProblem(
        'Say what becomes of coming visits: --visits keep or --visits cancel.',
      )
    }
    const id = await userIdOf(context, user)
    const outcome = await suspendByOperator(context, id, operatorReason(reason), visits)
    if (outcome === 'unknown') throw new StartupProblem('Nobody has this email or id.')
    if (outcome === 'already') return printLine(output, 'This account is suspended already.')
    printLine(
      output,
      `Suspended. Bookings ended: ${outcome.ended}. Visits that stay: ${outcome.kept}.`,
    )
  },
  async restore({ context, output, reason }, [user]) {
    const id = await userIdOf(context, user)
    const isRestored = await restoreByOperator(context, id, operatorReason(reason))
    printLine(output, isRestored ? 'Restored.' : 'This account is not suspended.')
  },
  async audit({ context, output }, [action]) {
    if (action !== 'verify') throw new StartupProblem(USAGE)
    const { checked, head, firstBadSeq } = await verifyAudit(context.db)
    if (firstBadSeq !== null) throw new StartupProblem(`Broken at ${firstBadSeq}.`)
    printLine(output, `${checked} entries, unbroken, head ${head}`)
  },
  async jobs({ context, output }) {
    const jobs = (await failedJobs(context.db)).slice(0, FAILED_JOBS_MAX)
    printTable(output, jobs)
    printLine(output, `${jobs.length} failed.`)
  },
  async 'retry-job'({ context, output, reason }, [number]) {
    const why = operatorReason(reason)
    const isNumber = /^\d{1,15}$/.test(number ?? '')
    if (!isNumber || !(await retryJobByOperator(context, number!, why))) {
      throw new StartupProblem('There is no failed job with this number.')
    }
    await finishJob(context, number!)
    printLine(output, 'Done.')
  },
  async grant({ context, output, reason, key }, [user, number]) {
    const amount = /^\d{1,4}$/.test(number ?? '') ? Number(number) : 0
    if (amount < 1 || amount > 1000) {
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
    if (typeof outcome !== 'string') return printWaiting(output, outcome)
    printLine(output, outcome === 'already' ? `Granted ${amount} already.` : `Granted ${amount}.`)
  },
  async verify(call, [action, user]) {
    const { context, output, reason } = call
    if (action === undefined) {
      const { checks, total } = await pendingChecks(context)
      return printOldest(output, checks, `${total} waiting.`, total)
    }
    if (action === 'reveal') return printLine(output, await revealNumber(call, user))
    if (action === 'rotate-keys') {
      const why = operatorReason(reason)
      await requireServersKeys(context)
      const numbers = await rotateKeys(context, why)
      const addresses = await rotateFeedKeys(context, why)
      const secrets = await rotateTotpKeys(context, why)
      const operators = await rotateOperatorKeys(context, why)
      return printLine(output, `Encrypted again: ${numbers + addresses + secrets + operators}.`)
    }
    if (action === 'free') {
      const professionalId = await professionalIdOf(context, user)
      if (!(await freeByOperator(context, professionalId, operatorReason(reason))))
        throw new StartupProblem('This professional has no approved check.')
      return printLine(output, 'The number is free. The professional can send another one.')
    }
    if (action !== 'approve' && action !== 'reject') throw new StartupProblem(USAGE)
    const id = await professionalIdOf(context, user)
    const why = operatorReason(reason)
    if (action === 'reject') return printLine(output, await rejectCheck(context, id, why))
    const outcome = await decideByOperator(context, id, { status: 'approved', ...why })
    if (outcome === 'nothing_given') throw new StartupProblem(NO_NUMBER)
    if (outcome === 'other_operator_needed') throw new StartupProblem(OWN_DISPUTE)
    printLine(
      output,
      outcome === 'already' ? 'The check was approved already.' : 'The check is approved.',
    )
  },
  async vault({ context, output, reason }, [action]) {
    if (action !== 'rotate-keys') throw new StartupProblem(USAGE)
    const why = operatorReason(reason)
    await requireServersKeys(context)
    const count = await rotateVaultKeys(context, why)
    printLine(output, `Encrypted again: ${count}.`)
  },
  async reports({ context, output, reason }, [action, number]) {
    if (action === undefined) {
      const { reports, total } = await reportsForOperator(context)
      return printOldest(output, reports, `${total} open.`, total)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const id = /^(?:C-)?(\d{1,15})$/.exec(number ?? '')?.[1]
    if (!id || !(await closeReportByOperator(context, id, operatorReason(reason)))) {
      throw new StartupProblem('There is no open report with this number.')
    }
    printLine(output, 'Closed.')
  },
  async problems({ context, output, reason, text }, [action, id, outcome]) {
    if (action === undefined) {
      const { problems, total } = await disputedProblems(context)
      return printOldest(output, problems, `${total} disputed.`, total)
    }
    if (action !== 'decide' || id === undefined) throw new StartupProblem(USAGE)
    const decision = DECISIONS.find((one) => one === outcome)
    if (!decision) throw new StartupProblem('Decide for_client, for_professional or shared.')
    const why = DECISION_REASONS.find((one) => one === reason)
    if (!why) throw new StartupProblem('Say why, with --reason evidence, no_answer or agreed.')
    const words = text?.trim() ?? ''
    const { min, max } = PROBLEM_TEXT_LENGTH
    if (words.length < min || words.length > max) {
      throw new StartupProblem(`Tell both sides, with --text of ${min} to ${max} characters.`)
    }
    const { doneBy } = operatorReason(why)
    const decided = { decision, reason: why, text: words, doneBy }
    switch (await decideProblemByOperator(context, id, decided)) {
      case 'unknown':
        throw new StartupProblem('There is no problem with this id.')
      case 'not_disputed':
        throw new StartupProblem('This problem is not disputed, or was decided already.')
      case 'decided':
        printLine(output, 'Decided. Both sides are told.')
    }
  },
  async support({ context, output, reason }, [action, number]) {
    if (action === undefined) {
      const { messages, total } = await openMessages(context)
      return printOldest(output, messages, `${total} open.`, total)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const digits = /^(?:C-)?(\d{1,15})$/.exec(number ?? '')?.[1]
    if (!digits || !(await closeMessageByOperator(context, digits, operatorReason(reason)))) {
      throw new StartupProblem('There is no open message with this number.')
    }
    printLine(output, 'Closed.')
  },
  async failures({ context, output }) {
    const tasks = await failedProviderTasks(context.db)
    printTable(output, tasks)
    printLine(output, `${tasks.length} failed and tried again.`)
  },
  async operators({ context, output, reason }, [action, typed, name]) {
    if (action === undefined) return printTable(output, await listOperators(context))
    const email = Email.safeParse(typed).data
    if (email === undefined) throw new StartupProblem('Name the email address of the operator.')
    if (action === 'add') {
      const named = line(1, 100).safeParse(name).data
      if (named === undefined)
        throw new StartupProblem('Give the name, in quotes, after the email.')
      const by = reason === undefined ? { doneBy: doneByUser() } : operatorReason(reason)
      return printLink(output, await addOperator(context, { email, name: named }, by))
    }
    const by = operatorReason(reason)
    if (action === 'reset') return printLink(output, await resetOperator(context, email, by))
    if (action !== 'disable' && action !== 'enable') throw new StartupProblem(USAGE)
    const disabled = action === 'disable'
    const outcome = await setOperatorDisabled(context, email, { ...by, disabled })
    if (!outcome) throw new StartupProblem('No operator has this email.')
    printLine(output, outcome === 'already' ? `It was so already.` : `The operator is ${action}d.`)
  },
  async code({ context, output }, [email = '']) {
    const code = context.config.production ? undefined : demoCodeOf(email, context.clock.now())
    if (code === undefined)
      throw new StartupProblem('Only operators of the demo world have it here.')
    printLine(output, code)
  },
  async pictures({ context, output, reason }, [action]) {
    if (action !== 'adopt') throw new StartupProblem(USAGE)
    const { doneBy, reason: note } = operatorReason(reason)
    await adoptPictures(context)
    const { marker: subjectId } = await context.db
      .selectFrom('picture_storage')
      .select('marker')
      .executeTakeFirstOrThrow()
    const at = context.clock.now()
    const done = { action: 'adopt_pictures', subjectId, doneBy, at } as const
    await context.db.transaction().execute((tx) => recordOperatorAction(tx, done, { note }))
    printLine(output, 'The stored pictures belong to this database now.')
  },
  async refund({ context, output, reason }, [invoice]) {
    const number = /^(?:L-)?(\d{1,15})$/.exec(invoice ?? '')?.[1]
    const why = operatorReason(reason)
    const outcome = number && (await refundByOperator(context, number, why))
    if (!outcome) throw new StartupProblem('There is no paid invoice with this number.')
    if (typeof outcome !== 'string') return printWaiting(output, outcome)
    await finishRefund(context, outcome)
    printLine(output, 'Refunded.')
  },
  async approvals({ context, output, reason }, [action, id = '']) {
    if (action === undefined) {
      const approvals = await waitingApprovals(context.db)
      printTable(output, approvals)
      return printLine(output, `${approvals.length} waiting.`)
    }
    if (action !== 'approve' && action !== 'refuse') throw new StartupProblem(USAGE)
    const why = operatorReason(reason)
    const verdict = action === 'approve' ? 'approved' : 'refused'
    const outcome = await decideApprovalByOperator(context, id, verdict, why).catch(codeOfRefusal)
    if (typeof outcome === 'string') throw new StartupProblem(APPROVAL_REFUSALS[outcome])
    const { approval } = outcome
    if (verdict === 'approved' && approval.action === 'refund')
      await finishRefund(context, approval.subject_id)
    printLine(output, verdict === 'approved' ? 'Approved.' : 'Refused.')
  },
}

const APPROVAL_REFUSALS = {
  not_found: 'Nothing waits under this id.',
  other_operator_needed: 'Another operator has to decide this.',
  already_so: 'This was decided already, or its time is over.',
  not_refundable: 'This payment cannot be refunded any more.',
  refund_under_way: 'This payment is being refunded already.',
} as const

function codeOfRefusal(error: unknown): keyof typeof APPROVAL_REFUSALS {
  if (error instanceof ApprovalRefusal) return error.code
  throw error
}

function printWaiting(output: Writable, { id }: Approval): void {
  printLine(output, `Waits for a second operator: ${id}. Nothing has happened yet.`)
}

async function finishRefund(context: Context, paymentId: string): Promise<void> {
  const job = await queuedJob(context, 'refund-payment', { payment_id: paymentId })
  if (job !== undefined) await finishJob(context, job)
}

/**
 * Runs one command of the operator: its words and options are `args`. It prints to `output`, and works with the context
 * that `withContext` gives it.
 *
 * Errors: a StartupProblem says in one line why the command is refused. Rule: operator-commands.
 */
export async function operate(
  args: string[],
  output: Call['output'],
  withContext: (action: (context: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { values, positionals } = readWords(args)
  const [name = '', ...words] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartupProblem(USAGE)
  const { reason, key, visits, text } = values
  await withContext((context) => command({ context, output, reason, key, visits, text }, words))
}

function readWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        key: { type: 'string' },
        visits: { type: 'string' },
        text: { type: 'string' },
      },
    })
  } catch {
    throw new StartupProblem(USAGE)
  }
}

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
  { context, output, reason }: Call,
  user: string | undefined,
): Promise<string> {
  const why = operatorReason(reason)
  const id = await professionalIdOf(context, user)
  if (!output.isTTY) throw new StartupProblem('A number is shown on a terminal alone.')
  const number = await readPendingNumber(context, id, why)
  if (number === undefined)
    throw new StartupProblem('No number of this professional waits for a decision.')
  return `${formatSsn(number)}. This access is recorded with your reason.`
}

const OWN_DISPUTE = 'The professional disputes your notice. Another operator decides.'
const NO_NUMBER = 'This professional has not entered a number.'

/** Sends the notice before a rejection, and says so. rule: rejection-notice */
async function rejectCheck(context: Context, id: string, why: OperatorReason): Promise<string> {
  switch (await rejectByOperator(context, id, why)) {
    case 'approved':
      throw new StartupProblem('This check is approved. Take it back with verify free.')
    case 'nothing_given':
      throw new StartupProblem(NO_NUMBER)
    case 'other_operator_needed':
      throw new StartupProblem(OWN_DISPUTE)
    case 'already':
      return 'The notice was sent already.'
    case 'done':
      return 'The notice is sent. Without a dispute the check is rejected in 7 days.'
  }
}

function operatorReason(reason: string | undefined): OperatorReason {
  if (!reason?.trim()) throw new StartupProblem('Say why, with --reason.')
  return { reason: reason.trim(), doneBy: doneByUser() }
}

const doneByUser = () => `cli:${userInfo().username}`

/** Without a link: nobody enabled has this email. */
function printLink(output: Writable, link: string | undefined): void {
  if (link === undefined) throw new StartupProblem('No operator who is enabled has this email.')
  printLine(output, link)
  printLine(output, 'This link works once, within 24 hours. Nobody else should see it.')
}

function printLine(output: Writable, line: string): void {
  output.write(`${line}\n`)
}

/** Prints the oldest of `total` rows, and `sum`, which says how many there are. */
function printOldest(output: Writable, rows: object[], sum: string, total: number): void {
  printTable(output, rows)
  const isCut = total > rows.length
  printLine(output, isCut ? `${sum} These are the oldest ${rows.length}.` : sum)
}

function printTable(output: Writable, rows: object[]): void {
  new Console(output).table(rows)
}
