// rule: seeing-as-a-person, decisions
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, callerWith, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { buildOperator, operatorSession } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { storedRows } from '#server/test/stored-rows.ts'

const TEXT = 'You asked why your list looks empty.'
const NOBODY = '00000000-0000-7000-8000-000000000099'
const calls: readonly Endpoint[] = ENDPOINTS

let server: TestServer
let now = NOW
let olga: TestOperator
let client: { id: string }
let pro: { id: string; slug: string }
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
  client = await buildClient(server)
  pro = await buildProfessional(server)
  const asClient = await as(server, client)
  const message = { sender_id: client.id, receiver_id: pro.id, message: 'Pay me outside.' }
  await asClient.post('/api/chat/initiate-contact', {
    client_id: client.id,
    professional_id: pro.id,
  })
  await asClient.post('/api/chat/messages', message)
  await requestBooking(server, client, pro)
  const body = { user_id: pro.id, social_security_number: '345677123' }
  await (await as(server, pro)).put('/api/professional/update-profile', body)
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  olga = await buildOperator(server)
})

const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!
const begin = (by: TestOperator, { id }: { id: string }, changes: object = {}, headers = {}) =>
  by.calls.post(
    `/api/operator/people/${id}/view`,
    { reason: 'asked', text: TEXT, ...changes },
    headers,
  )
/** Calls with the cookies of the operator's session and of a view of this person. */
async function viewing(by: TestOperator, person: { id: string }): Promise<Caller> {
  const cookie = cookieOf(await begin(by, person))
  return callerWith(server, { cookie: `${by.headers.cookie}; ${cookie}` })
}
/** Every row but of what each request of an operator prolongs. */
const stored = () => storedRows(server, { except: ['operator_sessions', 'rate_limits'] })
/** Pictures and files that everybody gets alike are no calls of people. */
const isOfPeople = ({ caller, path, answerType }: Endpoint) =>
  caller.role !== 'operator' &&
  path.startsWith('/api/') &&
  !path.startsWith('/api/operator/') &&
  !(caller.role === 'anyone' && /image|plain|xml/.test(answerType ?? ''))
const pathFor = ({ path }: Endpoint, { id }: { id: string }) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/^(id|userId)$/.test(name) ? id : NOBODY))

test('who may not begin a view begins none, and nothing is written', async () => {
  const path = `/api/operator/people/${client.id}/view`
  const before = await stored()
  for (const caller of [visitor(server), await as(server, client), await as(server, pro)]) {
    expect((await caller.post(path, { reason: 'asked', text: TEXT })).status).toBe(401)
    expect((await caller.post('/api/operator/view/end')).status).toBe(401)
  }
  const unconfirmed = await buildOperator(server, { confirmed: false })
  expect((await begin(unconfirmed, client)).body.code).toBe('confirm_first')
  expect((await begin(olga, { id: NOBODY })).body.code).toBe('not_found')
  expect((await begin(olga, client, { reason: 'fraud' })).body.code).toBe('reason_required')
  expect((await begin(olga, client, { text: 'Short.' })).body.code).toBe('text_too_short')
  const after = await stored()
  for (const table of ['operator_views', 'audit_log', 'decisions'])
    expect(after[table]).toBe(before[table])
})

test('the named reads answer as the person, without texts, streets and digits; all else is refused and writes nothing', async () => {
  for (const person of [client, pro]) {
    const caller = await viewing(olga, person)
    const before = await stored()
    const read: string[] = []
    const wrong: unknown[] = []
    for (const call of calls.filter(isOfPeople)) {
      const path = pathFor(call, person)
      const method = call.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
      const { status, body } = await (method === 'get' || method === 'delete'
        ? caller[method](path)
        : caller[method](path, {}))
      const isRefused = status === 403 && body.code === 'view_is_read_only'
      if (isRefused === (call.whileViewed ?? false)) wrong.push([method, path, status])
      if (call.whileViewed && status === 200) read.push(JSON.stringify(body))
    }
    expect(wrong).toEqual([])
    for (const text of read) {
      expect(text).not.toMatch(/Pay me outside|345677123|7123/)
      expect(text).not.toMatch(/"(street_)?address":"[^"]/)
    }
    expect(read.length).toBeGreaterThanOrEqual(6)
    expect((await caller.get('/api/live')).body.code).toBe('view_is_read_only')
    const privatePhoto = `/api/private-photos/${NOBODY}.webp`
    expect((await caller.get(privatePhoto)).body.code).toBe('view_is_read_only')
    expect(await stored()).toEqual(before)
  }
}, 60_000)

test('me says until when, conversations have no text, and operators’ calls go on', async () => {
  const key = { 'idempotency-key': 'view-1' }
  const first = await begin(olga, client, {}, key)
  const expires_at = new Date(+NOW + 15 * 60_000).toISOString()
  expect(first.body).toMatchObject({
    action: { action: 'view' },
    view: { person_id: client.id, expires_at },
  })
  expect(first.headers['set-cookie']).toMatch(/^lustra_view=.*HttpOnly; SameSite=Strict/)
  const again = await begin(olga, client, {}, key)
  expect(again.body).toEqual(first.body)
  const caller = callerWith(server, { cookie: `${olga.headers.cookie}; ${cookieOf(again)}` })
  expect((await caller.get('/api/auth/me')).body).toMatchObject({
    id: client.id,
    viewed_until: expires_at,
  })
  const list = await caller.get(`/api/chat/conversations/${client.id}`)
  expect(list.body.conversations).toMatchObject([{ other_user_id: pro.id, last_message: null }])
  const { bookings } = (await caller.get(`/api/bookings/client/${client.id}`)).body
  expect(bookings).toMatchObject([{ address: '', street_address: '', notes: '' }])
  expect((await caller.get(`/api/bookings/client/${pro.id}`)).body.code).toBe('not_yours')
  expect((await caller.get('/api/operator/queues')).status).toBe(200)
  expect((await caller.post('/api/operator/view/end')).body).toEqual({ view: null })
  expect((await caller.get('/api/auth/me')).status).toBe(401)
  expect(await auditEntries(server, client)).toContainEqual(
    expect.objectContaining({ action: 'person_viewed_as', reason: 'asked', operator: olga.id }),
  )
})

test('the person is told once the view is over, and reads why', async () => {
  const person = await buildClient(server)
  await begin(olga, person)
  const decisions = async () =>
    (await (await as(server, person)).get(`/api/users/${person.id}/decisions`)).body.decisions
  await JOBS['tell-opened'](server.context, {})
  expect(await decisions()).toEqual([])
  now = new Date(+NOW + 15 * 60_000)
  await JOBS['tell-opened'](server.context, {})
  expect(await decisions()).toMatchObject([{ action: 'person_viewed_as', text: TEXT }])
})

test('a view ends after 15 minutes, with the operator’s session, and counts with no other one', async () => {
  const cookie = cookieOf(await begin(olga, client))
  const status = async (own: string) =>
    (await callerWith(server, { cookie: `${own}; ${cookie}` }).get('/api/auth/me')).status
  expect(await status(olga.headers.cookie)).toBe(200)
  const otherSession = await operatorSession(server, olga)
  const pablo = await buildOperator(server)
  expect(await status(otherSession.cookie)).toBe(401)
  expect(await status(pablo.headers.cookie)).toBe(401)
  expect(await status('x=1')).toBe(401)
  now = new Date(+NOW + 15 * 60_000 - 1)
  expect(await status(olga.headers.cookie)).toBe(200)
  now = new Date(+NOW + 15 * 60_000)
  expect(await status(olga.headers.cookie)).toBe(401)
  now = NOW
  expect((await olga.calls.post('/api/operator/logout')).status).toBe(200)
  expect(await status(olga.headers.cookie)).toBe(401)
  const left = server.db.selectFrom('operator_views').select('person_id')
  expect(await left.where('person_id', '=', client.id).execute()).toEqual([])
})

test('views by an operator who sees as a person are not counted, and refusals are no event of the person', async () => {
  const caller = await viewing(olga, client)
  await caller.get(`/api/professional/public-view/${pro.id}`)
  await server.context.counts.flush()
  const counted = server.db.selectFrom('daily_counts').selectAll().where('profile_views', '>', 0)
  expect(await counted.execute()).toEqual([])
  const events = server.db.selectFrom('security_events').select('kind')
  expect(
    await events.where('user_id', '=', client.id).where('kind', '=', 'refused').execute(),
  ).toEqual([])
})
