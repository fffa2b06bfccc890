import { addOperator } from '#server/console/operators/manage-operators.ts'
import { visitor } from '../call.ts'
import { codeAt } from './factors-harness.ts'
import type { TestServer } from '../server.ts'

export const OPERATOR_PASSWORD = 'quiet rivers carry 7 boats'

let count = 0

/** Adds an operator at the command line; returns the token of the link to enrol. */
export async function addedOperator(server: TestServer) {
  const email = `added-${++count}@example.com`
  const name = 'Olga Reis'
  const link = await addOperator(server.context, { email, name }, { doneBy: 'cli:test' })
  return { email, name, link: link!, token: link!.split('/').at(-1)! }
}

export const enrolmentPath = (token: string) => `/api/operator/enrolments/${token}`

/** An operator who has enrolled with codes from an app; the code of this step is used. */
export async function enrolledOperator(server: TestServer) {
  const { email, token } = await addedOperator(server)
  const { body } = await visitor(server).get(enrolmentPath(token))
  const secret = String(body.totp.secret)
  const code = codeAt(secret, server.context.clock.now())
  const done = await visitor(server).post(enrolmentPath(token), {
    password: OPERATOR_PASSWORD,
    code,
  })
  if (done.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(done.body)}`)
  return { email, secret }
}

/** The first step of a sign-in. */
export const operatorLogin = (server: TestServer, email: string, password = OPERATOR_PASSWORD) =>
  visitor(server).post('/api/operator/login', { email, password })

/** The second step. */
export const operatorFactor = (server: TestServer, proof: Record<string, unknown>) =>
  visitor(server).post('/api/operator/login/second-factor', proof)

/** The operator's cookie of an answer, as a browser sends it back. */
export function operatorCookieOf(answer: { headers: Record<string, unknown> }): string {
  return /(?:__Host-)?lustra_operator=[^;]*/.exec(String(answer.headers['set-cookie']))?.[0] ?? ''
}

/** Signs in with password and code, after the code of this step may have been used. */
export async function signedInOperator(
  server: TestServer,
  { email, secret }: { email: string; secret: string },
) {
  const { body } = await operatorLogin(server, email)
  const code = codeAt(secret, server.context.clock.now())
  const answer = await operatorFactor(server, { attempt: body.second_factor.attempt, code })
  return { answer, cookie: operatorCookieOf(answer) }
}
