import type { TestServer } from '../server.ts'
import { visitor } from '../call.ts'

export const PASSWORD = 'polished floors 7'
let count = 0

/** Registers a client over HTTP with PASSWORD; returns their id, email and session cookie. */
export async function registered(server: TestServer, facts: Record<string, string> = {}) {
  const email = `registered-${++count}@example.com`
  const body = {
    first_name: 'Ana',
    last_name: 'Souza',
    email,
    phone: '512-555-0100',
    password: PASSWORD,
  }
  const answer = await visitor(server).post('/api/auth/register', { ...body, ...facts })
  const setCookie = String(answer.headers['set-cookie'])
  return { id: String(answer.body.id), email, cookie: cookieOf(answer), setCookie }
}

/** Registers a user whose address is proved. */
export async function provedUser(server: TestServer, facts: Record<string, string> = {}) {
  const user = await registered(server, facts)
  const email_verified_at = server.context.clock.now()
  await server.db
    .updateTable('users')
    .where('id', '=', user.id)
    .set({ email_verified_at })
    .execute()
  return user
}

/** The session cookie of an answer, as a browser sends it back. */
export function cookieOf(answer: { headers: Record<string, unknown> }): string {
  return /(?:__Host-)?lustra_session=[^;]*/.exec(String(answer.headers['set-cookie']))?.[0] ?? ''
}

/** The status of GET /api/auth/me: 200 for a valid session, else 401. */
export async function meStatus(server: TestServer, cookie: string): Promise<number> {
  return (await visitor(server).get('/api/auth/me', { cookie })).status
}
