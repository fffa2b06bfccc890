import type { Authenticator } from '../builders/authenticator.ts'
import { visitor } from '../call.ts'
import type { FactorUser } from './factors-harness.ts'
import type { TestServer } from '../server.ts'

/** The calls of a user about their own passkeys. */
export function passkeyCallsOf(server: TestServer, { id, cookie }: FactorUser) {
  const path = `/api/users/${id}/passkeys`
  const by = visitor(server)
  return {
    options: () => by.post(`${path}/options`, undefined, { cookie }),
    add: (body: unknown) => by.post(path, body, { cookie }),
    rename: (passkeyId: string, name: string) =>
      by.put(`${path}/${passkeyId}`, { name }, { cookie }),
    remove: (passkeyId: string) => by.delete(`${path}/${passkeyId}`, { cookie }),
    security: () => by.get(`/api/users/${id}/security`, { cookie }),
  }
}

/** Adds a passkey in a confirmed session. */
export async function addPasskey(
  server: TestServer,
  user: FactorUser,
  authenticator: Authenticator,
  name = 'My passkey',
) {
  const { options, add } = passkeyCallsOf(server, user)
  const response = authenticator.create((await options()).body.options)
  return add({ name, response })
}

/** The browser's answer to new options of a sign-in. */
export async function signInResponse(server: TestServer, authenticator: Authenticator) {
  const { body } = await visitor(server).post('/api/login/passkey/options')
  return authenticator.get(body.options)
}
