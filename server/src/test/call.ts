import { startSession } from '#server/features/identity/sessions.ts'
import type { TestServer } from './server.ts'

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

/** Calls the server as a signed-in user. */
export async function as(server: TestServer, user: { id: string }): Promise<Caller> {
  const token = await startSession(server.db, user.id, server.context.clock.now())
  return callerWith(server, { cookie: `lustra_session=${token}` })
}

/** Calls the server without a session. */
export function visitor(server: TestServer): Caller {
  return callerWith(server, {})
}

function callerWith({ app }: TestServer, own: Headers): Caller {
  const call = async (method: Method, url: string, payload: unknown, headers: Headers = {}) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...own, ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = answer.body !== '' && String(answer.headers['content-type']).includes('json')
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
