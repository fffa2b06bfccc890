// rule: work-agreement
import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Agreement } from '#contract/bookings/agreements.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '#server/test/builders/account.ts'
import { NOW, bookingBody, move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }
let server: TestServer
let now = NOW
let client: Person
let pro: Person
let asClient: Caller
let asPro: Caller

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Ana', last_name: 'Lima', language: 'pt' })
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  ;[asClient, asPro] = [await as(server, client), await as(server, pro)]
})

const ADDRESS = { address: '100 Congress Ave', city: 'Austin', state: 'TX', zip_code: '78701' }
const room = (kind: string, facts: object = {}) => ({
  kind,
  name: '',
  important: false,
  do_not_enter: false,
  note: '',
  ...facts,
})
const ROOMS = [
  room('bedroom', { do_not_enter: true }),
  room('bedroom'),
  room('bathroom', { important: true }),
  room('other', { name: 'Ateliê', do_not_enter: true }),
]
const HOME = { ...ADDRESS, kind: 'house', bedrooms: 2, bathrooms: 1, pets: ['dog'], rooms: ROOMS }

const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const pathOf = (id: string, version?: number) =>
  `/api/bookings/${id}/agreement${version ? `?version=${version}` : ''}`
const read = async (id: string, version?: number): Promise<Agreement> =>
  (await asClient.get(pathOf(id, version))).body.agreement
const confirm = (who: Caller, id: string, { version, hash }: Pick<Agreement, 'version' | 'hash'>) =>
  who.post(`${pathOf(id)}/confirm`, { version, hash })
const accepted = async (facts: Record<string, unknown> = {}) => {
  const id = await requestBooking(server, client, pro, facts)
  await move(server, pro, id, 'accepted')
  return id
}
const linesOf = ({ columns }: Agreement, code: string, column = 0) =>
  columns[column]!.sections.find((section) => section.code === code)?.lines
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

test('the acceptance makes the agreement, in the languages of both, with a hash of its texts', async () => {
  const { home } = (await asClient.post('/api/homes', HOME)).body
  const id = await requestBooking(server, client, pro, { home_id: home.id })
  expect(answerOf(await asClient.get(pathOf(id)))).toBe('409 agreement_not_made')
  await move(server, pro, id, 'accepted')
  const agreement = await read(id)
  expect(agreement).toMatchObject({
    version: 1,
    latest: 1,
    because: 'accepted',
    made_at: NOW.toISOString(),
    time_zone: 'America/Chicago',
    confirmed: { client: null, professional: null },
    difference: null,
    may_confirm: true,
  })
  expect(agreement.columns.map(({ language }) => language)).toEqual(['pt', 'en'])
  expect(agreement.hash).toBe(sha256(agreement.columns.map(({ text }) => text).join('\n\n')))
  expect(agreement.columns[1]!.text).toBe(
    [
      'Client: Ana Lima. Cleaning professional: Grace Walker.',
      'Address: 100 Congress Ave, Austin, TX 78701.',
      'Visit: Tuesday, December 1, 2026, 9:00 AM to 11:00 AM, Austin time.',
      'Service: Standard Cleaning, 2 h.',
      'Included: dust, floors, trash, beds, toilet, shower, sink, mirror, counters, stove top, appliance fronts.',
      'Most important: Bathroom.',
      'Do not enter: Bedroom 1, Ateliê.',
      'No extras.',
      'The client provides the cleaning supplies.',
      'Pets at home: dog.',
      '2 h × $65.00: $130.00',
      'Total: $130.00.',
      'More time is paid only if the client agrees. Less time lowers the price, down to 1 h.',
      'The client pays the professional directly, by cash, card or transfer.',
      'Either side may cancel before the start. Canceling less than 24 hours ahead counts as late and shows on the record of who canceled.',
      "If the other person isn't there, wait 30 minutes after the start. Then you may report it.",
      'Keys and codes are for this visit only. The professional copies none and leaves the home locked.',
      'Tell each other about damage right away; report it within 72 hours. First, try to settle it together.',
      'No one else sees photos of the home unless the client agrees.',
      'For safety, the professional may let a trusted person learn the place of this visit in an emergency.',
      "This page is a summary of what was agreed. This isn't legal advice.",
    ].join('\n'),
  )
  expect(linesOf(agreement, 'tasks')!.at(-1)).toBe('Não entrar: Quarto 1, Ateliê.')
  expect((await asPro.get(pathOf(id))).body.agreement.hash).toBe(agreement.hash)
})

test('one column where both have one language, and extras, supplies and no pets in words', async () => {
  client = await buildClient(server)
  asClient = await as(server, client)
  const offer = {
    services: [],
    supplies: { brings: 'priced', price: 10 },
    eco_products: false,
    pets_ok: false,
    languages: ['en'],
    extras: [
      { code: 'oven', minutes: 30, price: 20 },
      { name: 'Plant watering', minutes: 10, price: 0 },
    ],
    discounts: { weekly: 10, biweekly: 0, monthly: 0 },
    costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
  }
  const saved = await asPro.put(`/api/professional/offer/${pro.id}`, { offer, version: 0 })
  const codes = saved.body.offer.extras.map(
    ({ code, id }: { code?: string; id?: string }) => code ?? id,
  )
  const { home } = (await asClient.post('/api/homes', { ...HOME, pets: [] })).body
  const facts = { home_id: home.id, extras: codes, supplies: 'professional' }
  const agreement = await read(await accepted(facts))
  expect(agreement.columns).toHaveLength(1)
  expect(linesOf(agreement, 'extras')).toEqual([
    'Extra: Oven, 30 min, $20.00.',
    'Extra: Plant watering, 10 min, $0.00.',
  ])
  expect(linesOf(agreement, 'supplies')).toEqual(['The professional brings the cleaning supplies.'])
  expect(linesOf(agreement, 'pets')).toEqual(['No pets.'])
  expect(linesOf(agreement, 'price')).toEqual([
    '2 h: 1 h 20 min of cleaning and 40 min for the extras.',
    '1 h 20 min × $65.00: $86.67',
    'Oven, 30 min: $20.00',
    'Plant watering, 10 min: $0.00',
    'Supplies: $10.00',
    'Total: $116.67.',
  ])
  const other = await read(await accepted({ booking_time: '14:00' }))
  expect(linesOf(other, 'pets')).toEqual(['Pets at home: not stated.'])
})

test('a series has one agreement for all its visits, and a change of it the next version', async () => {
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', pro.id)
    .executeTakeFirstOrThrow()
  const { home } = (await asClient.post('/api/homes', HOME)).body
  const facts = { cleaning_frequency: 'weekly', series: {}, home_id: home.id }
  const body = bookingBody(client, pro, facts)
  const first = (await asClient.post('/api/bookings', body)).body
  await move(server, pro, first.id, 'accepted')
  const visits = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('series_id', '=', first.series_id)
    .orderBy('starts_at')
    .execute()
  const last = visits.at(-1)!.id
  expect(visits.length).toBeGreaterThan(2)
  const made = await read(last)
  expect(linesOf(made, 'when', 1)).toEqual([
    'Visits: every week, first on Tuesday, December 1, 2026, 9:00 AM to 11:00 AM, Austin time.',
  ])
  expect(linesOf(made, 'price')!.at(-1)).toBe('Cada visita seguinte: US$\u00A0130,00.')
  expect(await read(first.id)).toEqual(made)

  const { change } = (
    await asPro.post(`/api/series/${first.series_id}/changes`, {
      from_date: '2026-12-08',
      booking_time: '10:00',
    })
  ).body.series
  await asClient.put(`/api/series/${first.series_id}/changes/${change.id}`, { answer: 'accepted' })
  const changed = await read(last)
  expect(changed.versions).toMatchObject([{ because: 'accepted' }, { because: 'series' }])
  expect(linesOf(changed, 'when', 1)).toEqual([
    'Visits: every week, first on Tuesday, December 8, 2026, 10:00 AM to 12:00 PM, Austin time.',
  ])
  // The visits before the change go on as agreed, also when the home is copied again.
  expect(await read(first.id)).toEqual(made)
  const rooms = home.rooms.map((one: object) => ({ ...one, do_not_enter: false }))
  await asClient.put(`/api/homes/${home.id}`, { ...HOME, rooms, version: 1 })
  await asClient.post(`/api/bookings/${first.id}/refresh-home`, { version: 2 })
  const before = await read(first.id)
  expect(before.versions).toMatchObject([
    { version: 1, because: 'accepted' },
    { version: 2, because: 'home' },
  ])
  expect(await read(first.id, 1)).toMatchObject({ version: 1, hash: made.hash })
  expect(answerOf(await confirm(asClient, first.id, before))).toBe('200')
  expect(new Set(before.difference!.map(({ code }) => code))).toEqual(new Set(['tasks']))
  expect(linesOf(before, 'when', 1)).toEqual(linesOf(made, 'when', 1))
  const after = await read(last)
  expect(after.versions.map(({ because }) => because)).toEqual([
    'accepted',
    'series',
    'home',
    'home',
  ])
  expect(linesOf(after, 'when', 1)).toEqual(linesOf(changed, 'when', 1))

  // The changed series has a letter of its own, and that of a version that is not the latest any more is dropped.
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const letters = await Promise.all((await server.letters()).map((text) => PostalMime.parse(text)))
  const own = letters.filter(({ to }) => to?.[0]?.address === email)
  const subjects = own.map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject?.includes('agreement'))).toEqual([
    'Your work agreement has changed',
  ])
})

// rule: cancellation
test('later visits of a series keep the notice that was agreed on', async () => {
  const facts = { cleaning_frequency: 'weekly', series: {} }
  const body = bookingBody(client, pro, facts)
  const first = (await asClient.post('/api/bookings', body)).body
  await move(server, pro, first.id, 'accepted')
  await server.db
    .insertInto('professional_times')
    .values({ professional_id: pro.id, notice_hours: 72 })
    .onConflict((conflict) => conflict.column('professional_id').doUpdateSet({ notice_hours: 72 }))
    .execute()
  now = new Date(+NOW + 15 * 86_400_000)
  await JOBS['extend-series'](server.context, {})
  const visits = await server.db
    .selectFrom('bookings')
    .select('notice_hours')
    .where('series_id', '=', first.series_id)
    .execute()
  expect(visits.length).toBeGreaterThan(8)
  expect(new Set(visits.map(({ notice_hours }) => notice_hours))).toEqual(new Set([24]))
})

// rule: home-of-booking
test('a moved visit and a refreshed home make the next versions, which nobody has confirmed', async () => {
  const { home } = (await asClient.post('/api/homes', HOME)).body
  const id = await accepted({ home_id: home.id })
  await confirm(asClient, id, await read(id))
  const asked = { booking_date: '2026-12-02', booking_time: '10:00' }
  const { proposal } = (await asClient.post(`/api/bookings/${id}/proposals`, asked)).body
  await asPro.put(`/api/bookings/${id}/proposals/${proposal.id}`, { answer: 'accepted' })
  expect(await read(id)).toMatchObject({
    because: 'moved',
    confirmed: { client: null },
    difference: [
      { code: 'when', language: 'pt' },
      {
        code: 'when',
        language: 'en',
        before: 'Visit: Tuesday, December 1, 2026, 9:00 AM to 11:00 AM, Austin time.',
        after: 'Visit: Wednesday, December 2, 2026, 10:00 AM to 12:00 PM, Austin time.',
      },
    ],
  })

  const rooms = home.rooms.map((one: object, index: number) => ({
    ...one,
    do_not_enter: index !== 2,
  }))
  await asClient.put(`/api/homes/${home.id}`, { ...HOME, rooms, version: 1 })
  const refreshed = await asClient.post(`/api/bookings/${id}/refresh-home`, { version: 2 })
  expect(refreshed.body.visit.agreement).toEqual({
    version: 3,
    confirmed: { client: null, professional: null },
  })
  const third = await read(id)
  expect(third.versions.map(({ because }) => because)).toEqual(['accepted', 'moved', 'home'])
  expect(linesOf(third, 'tasks', 1)!.at(-1)).toBe('Do not enter: Bedroom 1, Bedroom 2, Ateliê.')
  expect(await read(id, 1)).toMatchObject({ version: 1, latest: 3, may_confirm: false })
  expect((await read(id, 1)).confirmed.client).toBe(NOW.toISOString())
  for (const version of ['4', '0']) {
    expect(answerOf(await asClient.get(`${pathOf(id)}?version=${version}`))).toBe('404 not_found')
  }
  expect(answerOf(await asClient.get(`${pathOf(id)}?version=x`))).toBe('422 invalid_input')
})

test('each side confirms once, the latest version, by its hash', async () => {
  const id = await accepted()
  const agreement = await read(id)
  const { version, hash } = agreement
  const other = { version, hash: 'f'.repeat(64) }
  expect(answerOf(await confirm(asClient, id, other))).toBe('409 agreement_changed')
  expect(answerOf(await confirm(asClient, id, { version: 2, hash }))).toBe('409 agreement_changed')
  const both = await Promise.all([1, 2, 3].map(() => confirm(asClient, id, agreement)))
  expect(both.map(answerOf)).toEqual(['200', '200', '200'])
  now = new Date(+NOW + 60_000)
  const answers = [await confirm(asPro, id, agreement), await confirm(asClient, id, agreement)]
  const confirmed = { client: NOW.toISOString(), professional: now.toISOString() }
  expect(answers.map(({ body }) => body)).toEqual([{ confirmed }, { confirmed }])
  const rows = await server.db
    .selectFrom('agreement_confirmations')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select(['side', 'agreement_confirmations.hash'])
    .where('booking_id', '=', id)
    .orderBy('side')
    .execute()
  expect(rows).toEqual([
    { side: 'client', hash },
    { side: 'professional', hash },
  ])
  expect(await read(id)).toMatchObject({ confirmed, may_confirm: false })

  const cancelled = await accepted({ booking_date: '2026-12-03' })
  await move(server, client, cancelled, 'cancelled', 'Plans changed')
  const late = await confirm(asClient, cancelled, await read(cancelled))
  expect(answerOf(late)).toBe('409 booking_already_moved')
})

// rule: booking-roles, lead-locked
test('nobody else reads or confirms it, nor the professional of a locked lead', async () => {
  const id = await accepted()
  const agreement = await read(id)
  const strangers = [await buildClient(server), await buildProfessional(server)]
  for (const stranger of strangers) {
    const caller = await as(server, stranger)
    expect(answerOf(await caller.get(pathOf(id)))).toBe('404 booking_not_found')
    expect(answerOf(await confirm(caller, id, agreement))).toBe('404 booking_not_found')
  }
  expect(answerOf(await asClient.get(pathOf('no-uuid')))).toBe('404 booking_not_found')
  expect((await visitor(server).get(pathOf(id))).status).toBe(401)
  const leads = server.db.updateTable('leads').where('client_id', '=', client.id)
  await leads.set({ opened_at: null }).execute()
  expect(answerOf(await asPro.get(pathOf(id)))).toBe('402 lead_locked')
  expect(answerOf(await confirm(asPro, id, agreement))).toBe('402 lead_locked')
  expect((await read(id)).confirmed).toEqual({ client: null, professional: null })
})

test('a stored version cannot be changed, only redacted', async () => {
  const id = await accepted()
  const update = (set: object) =>
    server.db.updateTable('agreements').set(set).where('booking_id', '=', id).execute()
  await expect(update({ hash: 'f'.repeat(64) })).rejects.toThrow('cannot change')
  await expect(update({ columns: '[]' })).rejects.toThrow('cannot change')
  await expect(update({ version: 2, redacted_at: NOW })).rejects.toThrow('cannot change')
  await update({ columns: '[]', redacted_at: NOW })
})

// rule: work-agreement, account-export, account-deletion
test('texts are exported, lose name, street and rooms with an account, and all but the hash after 36 months', async () => {
  await server.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', client.id)
    .execute()
  const { home } = (await asClient.post('/api/homes', HOME)).body
  const id = await accepted({ home_id: home.id })
  const agreement = await read(id)
  await confirm(asClient, id, agreement)
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const exported = await asClient.get(`/api/users/${client.id}/export`, headers)
  const [{ texts }] = exported.body.agreements
  expect(texts).toEqual(agreement.columns.map(({ text }) => text))

  now = new Date('2026-12-01T18:00:00Z')
  await move(server, pro, id, 'completed')
  ;[asClient, asPro] = [await as(server, client), await as(server, pro)]
  expect((await asClient.delete(`/api/users/${client.id}`, headers)).status).toBe(200)
  const { body } = await asPro.get(pathOf(id))
  expect(body.agreement).toMatchObject({ redacted: true, may_confirm: false, hash: agreement.hash })
  expect(body.agreement.confirmed.client).toBe(NOW.toISOString())
  expect(linesOf(body.agreement, 'who')).toEqual([
    'Cliente: Deleted user. Profissional de limpeza: Grace Walker.',
  ])
  expect(linesOf(body.agreement, 'where', 1)).toEqual(['Address: —, Austin, TX 78701.'])
  expect(linesOf(body.agreement, 'tasks', 1)!.at(-1)).toBe('Do not enter: —.')
  expect(JSON.stringify(body.agreement)).not.toMatch(/Lima|Congress|Ateliê/)

  now = new Date('2029-12-01T17:00:00Z')
  await JOBS['forget-visits'](server.context, {})
  const texts36 = () =>
    server.db
      .selectFrom('agreements')
      .select(['columns', 'hash'])
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
  expect((await texts36()).columns).not.toBeNull()
  now = new Date('2029-12-01T17:00:00.001Z')
  await JOBS['forget-visits'](server.context, {})
  expect(await texts36()).toEqual({ columns: null, hash: agreement.hash })
})
