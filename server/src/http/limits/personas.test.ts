// rule: order-of-refusal, own-ids-only, operator-sessions, confirmation, suspension
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { suspend } from '#server/account/suspend/suspend-account.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { storedRows } from '#server/test/stored-rows.ts'

const NOBODY = '00000000-0000-7000-8000-000000000099'
/** Pages of the same path answer the others. */
const CALLS = (ENDPOINTS as readonly Endpoint[]).filter(({ path }) => path.startsWith('/api/'))

type Person = { id: string }
let server: TestServer
let client: Person
let professional: Person
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  client = await buildClient(server)
  professional = await buildProfessional(server)
})
afterAll(() => server.close())

/** Sends the request with this id where it carries the caller's own. */
function send(caller: Caller, { method, path, self }: Endpoint, ownId: string) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    self?.in === 'params' && self.field === name ? ownId : NOBODY,
  )
  const search = self?.in === 'query' ? `?${self.field}=${ownId}` : ''
  const body = self?.in === 'body' ? { [self.field]: ownId } : {}
  if (method === 'GET') return caller.get(`${url}${search}`)
  if (method === 'DELETE') return caller.delete(`${url}${search}`)
  const verb = method.toLowerCase() as 'post' | 'put' | 'patch'
  return caller[verb](`${url}${search}`, body)
}

type Sent = { caller: Caller; ownId: string }
/** Sends each call that these refuse, and lists what was answered otherwise. Nothing may be written. */
async function refusals(
  refusalOf: (call: Endpoint) => string | undefined,
  sentBy: (call: Endpoint) => Sent,
) {
  const before = await stored()
  const wrong: string[] = []
  let count = 0
  for (const call of CALLS) {
    const refusal = refusalOf(call)
    if (refusal === undefined) continue
    count += 1
    const { caller, ownId } = sentBy(call)
    const { status, body } = await send(caller, call, ownId)
    const answered = `${status} ${body.code}`
    if (answered !== refusal) wrong.push(`${call.method} ${call.path}: ${answered}, not ${refusal}`)
  }
  expect(wrong).toEqual([])
  expect(await stored()).toEqual(before)
  return count
}
/** Sessions are prolonged, and refused ids of others are security events. */
const stored = () =>
  storedRows(server, {
    except: ['sessions', 'operator_sessions', 'security_events', 'rate_limits'],
  })

const isOfUsers = ({ caller: { role } }: Endpoint) => role !== 'anyone' && role !== 'operator'
const roleOf = ({ caller: { role } }: Endpoint) => (role === 'professional' ? role : 'client')
const NOT_SIGNED_IN = '401 not_signed_in'

test('a visitor has no session', async () => {
  const count = await refusals(
    ({ caller }) => (caller.role === 'anyone' ? undefined : NOT_SIGNED_IN),
    () => ({ caller: visitor(server), ownId: client.id }),
  )
  expect(count).toBeGreaterThan(150)
})

test.each(['client', 'professional'] as const)(
  'a %s is neither the other role nor an operator',
  async (role) => {
    const person = role === 'client' ? client : professional
    const sent = { caller: await as(server, person), ownId: person.id }
    const count = await refusals(
      ({ caller }) => {
        if (caller.role === 'operator') return NOT_SIGNED_IN
        const isOther = 'roleRefusal' in caller && caller.role !== role
        return isOther ? `${REFUSALS[caller.roleRefusal].status} ${caller.roleRefusal}` : undefined
      },
      () => sent,
    )
    expect(count).toBeGreaterThan(50)
  },
)

test('another person of the role cannot send the id of somebody', async () => {
  const callers = {
    client: await as(server, await buildClient(server)),
    professional: await as(server, await buildProfessional(server)),
  }
  const count = await refusals(
    // The fields of a form are read later.
    ({ self, multipart }) =>
      self && !(multipart && self.in === 'body') ? '403 not_yours' : undefined,
    (call) => ({
      caller: callers[roleOf(call)],
      ownId: roleOf(call) === 'client' ? client.id : professional.id,
    }),
  )
  expect(count).toBeGreaterThan(50)
})

test('an operator is no user', async () => {
  const { calls } = await buildOperator(server)
  const count = await refusals(
    (call) => (isOfUsers(call) ? NOT_SIGNED_IN : undefined),
    () => ({ caller: calls, ownId: client.id }),
  )
  expect(count).toBeGreaterThan(100)
})

test('who has not confirmed does so first', async () => {
  const { calls } = await buildOperator(server, { confirmed: false })
  const people = { client, professional }
  const callers = {
    client: await as(server, client),
    professional: await as(server, professional),
  }
  const count = await refusals(
    ({ needsConfirmation }) => (needsConfirmation ? '403 confirm_first' : undefined),
    (call) =>
      call.caller.role === 'operator'
        ? { caller: calls, ownId: NOBODY }
        : { caller: callers[roleOf(call)], ownId: people[roleOf(call)].id },
  )
  expect(count).toBeGreaterThan(20)
})

test.each(['keep', 'cancel'] as const)(
  'a suspended person may send what remains, with visits: %s',
  async (visits) => {
    const people = {
      client: await buildClient(server),
      professional: await buildProfessional(server),
    }
    const callers = {
      client: await as(server, people.client),
      professional: await as(server, people.professional),
    }
    const why = { reason: 'False requests.', doneBy: 'cli:olga' }
    for (const { id } of Object.values(people)) {
      await server.db
        .transaction()
        .execute((tx) => suspend(tx, server.context, id, why, { visits, until: undefined }))
    }
    // Suspending ends the sessions from before.
    for (const role of ['client', 'professional'] as const)
      callers[role] = await as(server, people[role])
    const count = await refusals(
      (call) => {
        const { whileSuspended } = call
        const remains =
          whileSuspended === 'allowed' || (whileSuspended === 'visits' && visits === 'keep')
        return isOfUsers(call) && !remains ? '403 account_suspended' : undefined
      },
      (call) => ({ caller: callers[roleOf(call)], ownId: people[roleOf(call)].id }),
    )
    expect(count).toBeGreaterThan(50)
  },
)
