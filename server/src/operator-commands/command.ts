import { Console } from 'node:console'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { Id } from '#contract/values.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import type { Context } from '../context.ts'

/** One call of a command: where it works, where it prints, and its options. */
export type Call = {
  context: Context
  output: Writable & { isTTY?: boolean }
  reason: string | undefined
}

type Command = (call: Call, args: string[]) => Promise<void>
export type Commands = Record<string, Command>

/** The text that is printed if the arguments name no command. rule: operator-commands */
export const USAGE = `npm run operator -- COMMAND, where USER is an email or an id:
  failures                           lists refunds and ends of subscriptions that failed at the payments provider
  operators                          lists the operators of the console
  operators add EMAIL "NAME"         adds one, and prints the link to enrol: it works once, for 24 hours
  operators reset EMAIL              ends password, factor and sessions of one, and prints a new link to enrol
  operators disable|enable EMAIL     keeps one out of the console, or lets them in again
  code EMAIL                         prints the code of the moment of an operator of the demo world
  deletions                          says how many people a deletion is noted for, and how many of them are back
  deletions repeat                   deletes those again, after a restore
  pictures adopt                     makes this database the owner of the stored pictures
  verify reveal USER                 shows a waiting number, only on a terminal; this is recorded
  verify free USER                   ends an approved check and frees its number; the professional can send another one
  vault rotate-keys                  encrypts the access details of homes again with the newest of VAULT_KEYS
  verify rotate-keys                 encrypts the waiting numbers again with the newest of VERIFICATION_KEYS
Everything that changes something, or reveals a number, needs --reason WHY, which is recorded. For operators add it is optional.`

/** A professional's id, found by id or email. */
export async function professionalIdOf({ db }: Context, user = ''): Promise<string> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'professional')
    .where((row) =>
      Id.safeParse(user).success ? row('id', '=', user) : row('email_key', '=', normalEmail(user)),
    )
    .executeTakeFirst()
  if (!found) throw new StartupProblem('No professional has this email or id.')
  return found.id
}

export function operatorReason(reason: string | undefined): OperatorReason {
  if (!reason?.trim()) throw new StartupProblem('Say why, with --reason.')
  return { reason: reason.trim(), doneBy: doneByUser() }
}

export const doneByUser = () => `cli:${userInfo().username}`

export function printLine(output: Writable, line: string): void {
  output.write(`${line}\n`)
}

export function printTable(output: Writable, rows: object[]): void {
  new Console(output).table(rows)
}
