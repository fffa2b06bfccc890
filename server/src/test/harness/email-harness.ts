import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { visitor } from '../call.ts'
import { confirmed } from './factors-harness.ts'
import type { FactorUser } from './factors-harness.ts'
import { tokenOfLink } from '../builders/letter-tokens.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import type { TestServer } from '../server.ts'

/** Confirms the user's session and asks for another address. */
export async function askForEmail(server: TestServer, user: FactorUser, new_email: string) {
  await confirmed(server, user)
  const { cookie } = user
  return visitor(server).post(`/api/users/${user.id}/email`, { new_email }, { cookie })
}

/** The newest letter to an address. A mail program may write a domain in lower case. */
export async function letterTo(server: TestServer, address: string): Promise<Email> {
  const letters = await Promise.all((await server.letters()).map((raw) => PostalMime.parse(raw)))
  const found = letters.findLast(
    ({ to }) => to?.[0]?.address?.toLowerCase() === address.toLowerCase(),
  )
  if (!found) throw new Error(`No letter to ${address}.`)
  return found
}

/** Runs the jobs, and reads the token of the newest letter to an address. */
export async function tokenTo(server: TestServer, address: string, screen: string) {
  await runDueJobs(server.context)
  return tokenOfLink((await letterTo(server, address)).text ?? '', screen)
}

/** The six digits of a letter that confirms an address. */
export function codeOf({ text = '' }: Email): string {
  return /\b\d{6}\b/.exec(text.slice(text.indexOf('C')))![0]
}
