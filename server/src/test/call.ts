import { randomBytes } from 'node:crypto'
import { insertSession } from '#server/people/person/user-rows.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import type { TestServer } from './server.ts'

const SESSION_MS = 30 * 86_400_000
const CONFIRMED_MS = 10 * 60_000

type Answer = {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  body: any
  headers: Record<string, unknown>
}
type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Caller = {
  get(url: string, headers?: Headers): Promise<Answer>
  post(url: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(url: string, body?: unknown, headers?: Headers): Promise<Answer>
  patch(url: string, body?: unknown, headers?: Headers): Promise<Answer>
  delete(url: string, headers?: Headers): Promise<Answer>
}

/** Calls the server as a signed-in user, from a network address of their own unless another one is given. */
export async function as(
  server: TestServer,
  user: { id: string },
  remoteAddress = addressOf(user),
): Promise<Caller> {
  const token = await signedIn(server, user)
  return callerWith(server, { cookie: `lustra_session=${token}` }, remoteAddress)
}

/** A caller in a session that is confirmed for ten minutes. */
export async function asConfirmed(server: TestServer, user: { id: string }): Promise<Caller> {
  const { db, context } = server
  const token = await signedIn(server, user)
  const confirmed_until = new Date(context.clock.now().getTime() + CONFIRMED_MS)
  const session = db.updateTable('sessions').where('token_hash', '=', hashOf(token))
  await session.set({ confirmed_until }).execute()
  return callerWith(server, { cookie: `lustra_session=${token}` }, addressOf(user))
}

/** The token of a new session. It ends no other one: tests call as the same user more often than people sign in. */
export async function signedIn({ db, context }: TestServer, { id }: { id: string }) {
  const token = randomBytes(32).toString('base64url')
  const now = context.clock.now()
  await insertSession(db, {
    token_hash: hashOf(token),
    user_id: id,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + SESSION_MS),
  })
  return token
}

/** 10.x.y.z, by the random end of the user's id. */
function addressOf({ id }: { id: string }): string {
  return [
    '10',
    ...id
      .slice(-6)
      .match(/../g)!
      .map((pair) => parseInt(pair, 16)),
  ].join('.')
}

/** Calls the server without a session. */
export function visitor(server: TestServer): Caller {
  return callerWith(server, {})
}

/** Calls the server with these headers. */
export function callerWith({ app }: TestServer, own: Headers, remoteAddress = '127.0.0.1'): Caller {
  const call = async (method: Method, url: string, payload: unknown, headers: Headers = {}) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...own, ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = answer.body !== '' && String(answer.headers['content-type']).includes('/json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      headers: answer.headers,
    }
  }
  return {
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body, headers) => call('PUT', url, body, headers),
    patch: (url, body, headers) => call('PATCH', url, body, headers),
    delete: (url, headers) => call('DELETE', url, undefined, headers),
  }
}
