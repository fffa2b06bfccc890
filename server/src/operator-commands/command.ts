import { Console } from 'node:console'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { Id } from '#contract/values.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { OperatorReason } from '../features/audit/operator-actions.ts'
import { normalEmail } from '../features/identity/normal-email.ts'
import type { Context } from '../context.ts'

/** One call of a command: where it works, where it prints, and its options. */
export type Call = {
  context: Context
  output: Writable & { isTTY?: boolean }
  reason: string | undefined
  key: string | undefined
  visits: string | undefined
  text: string | undefined
}

type Command = (call: Call, args: string[]) => Promise<void>
export type Commands = Record<string, Command>

/** The text that is printed if the arguments name no command. rule: operator-commands */
export const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  ledger USER                        lists the lead credits with their reasons
  grant USER NUMBER                  gives 1 to 1000 credits; a second time with the same --key KEY gives none
  refund INVOICE                     refunds a payment by its invoice, such as L-12
  approvals                          lists the refunds and credits that wait for a second operator
  approvals approve|refuse ID        decides one of them
  failures                           lists refunds and ends of subscriptions that failed at the payments provider
  suspend USER                       suspends an account; the person reads the reason. With --visits cancel the coming visits end
  restore USER                       ends the suspension of an account; the person reads the reason
  problems                           lists the disputed problems of visits, with what both sides wrote
  problems decide ID OUTCOME         decides one: for_client, for_professional or shared. --reason is evidence, no_answer or
                                     agreed; both sides read --text TEXT
  jobs                               counts the jobs whose last attempt failed, by task
  jobs TASK                          lists those of one task, such as send-notice-letter
  retry-job NUMBER                   tries a failed job again
  operators                          lists the operators of the console
  operators add EMAIL "NAME"         adds one, and prints the link to enrol: it works once, for 24 hours
  operators reset EMAIL              ends password, factor and sessions of one, and prints a new link to enrol
  operators disable|enable EMAIL     keeps one out of the console, or lets them in again
  code EMAIL                         prints the code of the moment of an operator of the demo world
  deletions                          says how many people a deletion is noted for, and how many of them are back
  deletions repeat                   deletes those again, after a restore
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

/** A professional's id, found by id or email. */
export async function professionalIdOf(
  context: Context,
  user: string | undefined,
): Promise<string> {
  const found = await findUser(context, user)
  if (found?.role !== 'professional') {
    throw new StartupProblem('No professional has this email or id.')
  }
  return found.id
}

/** A person's id, found by id or email. */
export async function userIdOf(context: Context, user: string | undefined): Promise<string> {
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

export function operatorReason(reason: string | undefined): OperatorReason {
  if (!reason?.trim()) throw new StartupProblem('Say why, with --reason.')
  return { reason: reason.trim(), doneBy: doneByUser() }
}

export const doneByUser = () => `cli:${userInfo().username}`

export function printLine(output: Writable, line: string): void {
  output.write(`${line}\n`)
}

/** Prints the oldest of `total` rows, and `sum`, which says how many there are. */
export function printOldest(output: Writable, rows: object[], sum: string, total: number): void {
  printTable(output, rows)
  const isCut = total > rows.length
  printLine(output, isCut ? `${sum} These are the oldest ${rows.length}.` : sum)
}

export function printTable(output: Writable, rows: object[]): void {
  new Console(output).table(rows)
}
