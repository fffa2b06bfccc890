import { pbkdf2Sync } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from '#contract/challenge.ts'
import { CHALLENGE_HEADER } from '#contract/browser-names.ts'

/** The header with the solution of a challenge, as a browser sends it. */
export async function solutionOf(challenge: Challenge): Promise<Record<string, string>> {
  return solutionHeader({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** Derives keys on this thread: handing hundreds of keys to others takes longer than deriving them. */
const deriveKey: Parameters<typeof solveChallenge>[0]['deriveKey'] = (
  { cost, keyLength },
  salt,
  password,
) => Promise.resolve({ derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256') })

export function solutionHeader(solved: unknown): Record<string, string> {
  return { [CHALLENGE_HEADER]: Buffer.from(JSON.stringify(solved)).toString('base64') }
}
