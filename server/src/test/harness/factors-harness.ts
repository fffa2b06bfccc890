import { generateSync } from 'otplib'
import { cookieOf, PASSWORD, provedUser } from '../builders/account.ts'
import { visitor } from '../call.ts'
import type { TestServer } from '../server.ts'
import { queuedJobs } from '#server/test/queue.ts'

const STEP_MS = 30_000

/** A user with the session of one browser. */
export type FactorUser = { id: string; email: string; cookie: string }

/** Registers a user whose browser sends no device cookie, and proves the address. */
export async function factorUser(server: TestServer, facts = {}): Promise<FactorUser> {
  const { id, email, cookie } = await provedUser(server, facts)
  return { id, email, cookie }
}

/** Confirms the user's session, with a code if one is given. The user has the renewed cookie from then on. */
export async function confirmed(server: TestServer, user: FactorUser, code?: string) {
  const { cookie } = user
  const body = { password: PASSWORD, ...(code === undefined ? {} : { code }) }
  const answer = await visitor(server).post('/api/auth/confirm', body, { cookie })
  if (answer.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(answer.body)}`)
  user.cookie = cookieOf(answer)
  return answer
}

/** Switches codes from an app on in a confirmed session. The code of this step is used then. */
export async function withTotp(server: TestServer, user: FactorUser) {
  await confirmed(server, user)
  const { cookie } = user
  const begun = await visitor(server).post(`/api/users/${user.id}/totp`, undefined, { cookie })
  const secret = String(begun.body.secret)
  const code = codeAt(secret, server.context.clock.now())
  const on = await visitor(server).post(`/api/users/${user.id}/totp/confirm`, { code }, { cookie })
  if (on.status !== 200) throw new Error(`no codes: ${JSON.stringify(on.body)}`)
  return { secret, recoveryCodes: on.body.recovery_codes as string[] }
}

/** The code that an app shows at a moment, or `steps` of 30 seconds later. */
export function codeAt(secret: string, at: Date, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor((at.getTime() + steps * STEP_MS) / 1000) })
}

/** A code that is not among those of this moment. */
export function wrongCode(secret: string, at: Date): string {
  const right = new Set([-1, 0, 1].map((steps) => codeAt(secret, at, steps)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code))!
}

export function login(server: TestServer, { email }: FactorUser, headers = {}) {
  return visitor(server).post('/api/login', { email, password: PASSWORD }, headers)
}

/** The token of a new attempt, after the right password. */
export async function attemptOf(server: TestServer, user: FactorUser): Promise<string> {
  const { body } = await login(server, user)
  return String(body.second_factor.attempt)
}

export function secondFactor(
  server: TestServer,
  proof: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  return visitor(server).post('/api/login/second-factor', proof, headers)
}

/** The changes that the letters about an account's factors tell, oldest first. */
export async function factorLettersOf(server: TestServer, { id }: FactorUser): Promise<string[]> {
  const jobs = await queuedJobs(server.db, 'send-factor-letter')
  return jobs.filter(({ payload }) => payload.user_id === id).map(({ payload }) => payload.change)
}

/** The kinds of an account's security events, oldest first. */
export async function eventKindsOf(server: TestServer, { id }: FactorUser): Promise<string[]> {
  const rows = await server.db
    .selectFrom('security_events')
    .where('user_id', '=', id)
    .select('kind')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}
