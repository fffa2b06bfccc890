// rule: account-export
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'

const TYPED = 'senha com acentuação ✓'

let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  password_hash = await hashPassword(TYPED)
})
afterAll(() => server.close())

const download = async (person: { id: string }, password = TYPED) =>
  (await as(server, person)).get(`/api/users/${person.id}/export`, {
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password),
  })

/** A client with a booking and a message, and their professional. */
async function pair(credits: number) {
  const client = await buildClient(server, { password_hash, first_name: 'Noemi' })
  const pro = await buildProfessional(server, { credits, user: { password_hash } })
  await requestBooking(server, client, pro, { notes: 'Two cats' })
  await (
    await as(server, client)
  ).post('/api/chat/messages', {
    sender_id: client.id,
    receiver_id: pro.id,
    message: 'My gate code is 4711',
  })
  return { client, pro }
}

test('a user downloads all data about themselves, and no secret', async () => {
  const { client, pro } = await pair(1)
  const message = 'Please correct the spelling of my name.'
  const typed = { topic: 'account', name: 'x', email: 'x@example.com', text: message }
  await (await as(server, client)).post('/api/contact', typed)
  const { status, body, headers } = await download(client)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="lustra-data.json"')
  expect(body).toMatchObject({
    exported_at: NOW.toISOString(),
    account: { id: client.id, email: client.email, first_name: 'Noemi' },
    professional_profile: null,
    bookings: [{ with: pro.full_name, address: '100 Congress Ave', notes: 'Two cats' }],
    contacts: [{ with: pro.full_name }],
    support_messages: [{ number: 'C-1', topic: 'account', text: message }],
  })
  expect(body.messages).toContainEqual(
    expect.objectContaining({ sent_by_me: true, text: 'My gate code is 4711' }),
  )
  expect(JSON.stringify(body)).not.toMatch(/password|_hash|argon|token/)

  const professionalData = await download(pro)
  expect(professionalData.body).toMatchObject({
    professional_profile: { slug: pro.slug },
    service_areas: [{ label: expect.stringContaining('78701') }],
    bookings: [{ with: 'Noemi', address: '100 Congress Ave' }],
  })
  expect(JSON.stringify(professionalData.body)).not.toContain(client.email)
})

// rule: offer
test('the download has the offer, with rates and extras', async () => {
  const pro = await buildProfessional(server, { user: { password_hash } })
  const offer = {
    services: [{ type: 'deep', hourly_rate: 80, minimum_hours: 2, included: ['dust'] }],
    extras: [{ name: 'Plant watering', minutes: 15, price: 5 }],
    costs: { cost_per_mile: 0.6, supplies_per_visit: 3 },
  }
  await (await as(server, pro)).put(`/api/professional/offer/${pro.id}`, { offer, version: 0 })
  expect((await download(pro)).body).toMatchObject({
    offer: { brings: 'no', languages: ['en'], cost_per_mile_cents: 60 },
    offer_services: [{ service_type: 'deep', hourly_rate_cents: 8000, minimum_hours: 2 }],
    offer_extras: [{ name: 'Plant watering', minutes: 15, price_cents: 500 }],
  })
})

// rule: working-hours
test('the download has the working hours, exceptions and rules', async () => {
  const pro = await buildProfessional(server, { user: { password_hash } })
  const caller = await as(server, pro)
  const url = `/api/professional/time/${pro.id}`
  const plan = [{ weekday: 1, from: '08:00', to: '12:00' }]
  await caller.put(url, { plan, rules: { buffer_minutes: 30 }, paused_until: '2026-12-01' })
  const dates = { from_date: '2026-12-24', to_date: '2026-12-26' }
  await caller.post(`${url}/exceptions`, { kind: 'off', ...dates, note: 'Family' })
  const { id: calendar_id } = await server.db
    .insertInto('busy_calendars')
    .values({
      professional_id: pro.id,
      label: 'Home',
      kind: 'file',
      state: 'ok',
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const busy = { starts_at: '2026-12-01T15:00:00+00:00', ends_at: '2026-12-01T16:00:00+00:00' }
  await server.db
    .insertInto('busy_times')
    .values({ professional_id: pro.id, calendar_id, uid_hash: Buffer.alloc(32), ...busy })
    .execute()
  const { body } = await download(pro)
  expect(body).toMatchObject({
    working_time: { stated: true, buffer_minutes: 30, paused_until: '2026-12-01' },
    working_hours: [{ weekday: 1, from_minute: 480, to_minute: 720 }],
    time_exceptions: [{ kind: 'off', ...dates, note: 'Family' }],
    busy_calendars: [{ label: 'Home', kind: 'file', host: null, state: 'ok' }],
    busy_times: [{ label: 'Home', ...busy }],
  })
})

// rule: homes
test('a client’s download has the homes with their rooms', async () => {
  const { client } = await pair(1)
  const home = {
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    kind: 'apartment',
    bedrooms: 1,
    bathrooms: 0,
  }
  const rooms = [
    { kind: 'bedroom', name: '', important: true, do_not_enter: false, note: 'Plants' },
  ]
  await (await as(server, client)).post('/api/homes', { ...home, rooms })
  const { body } = await download(client)
  expect(body.homes).toMatchObject([{ ...home, rooms, parking: '' }])
})

test('the professional’s download has nothing of a locked lead', async () => {
  const { pro } = await pair(0)
  const home = { home_facts: '{"bedrooms": 2}', home_rooms: '[]', home_parking: 'Behind' }
  await server.db.updateTable('bookings').set(home).where('professional_id', '=', pro.id).execute()
  const { status, body } = await download(pro)
  expect(status).toBe(200)
  const { bookings, contacts, messages, proposals, series } = body
  expect({ bookings, contacts, messages, proposals, series }).toEqual({
    bookings: [],
    contacts: [],
    messages: [],
    proposals: [],
    series: [],
  })
  expect(JSON.stringify(body)).not.toContain('Noemi')
})

// rule: confirmation
test('without the current password the download is refused, and after ten tries an hour every download', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
  try {
    const ana = await buildClient(strict, { password_hash: await hashPassword(PASSWORD) })
    const asAna = await as(strict, ana)
    const path = `/api/users/${ana.id}/export`
    const missing = await asAna.get(path)
    expect([missing.status, missing.body.code]).toEqual([422, 'password_required'])
    for (let attempt = 0; attempt < 10; attempt++) {
      const wrong = await asAna.get(path, { [CURRENT_PASSWORD_HEADER]: 'wrong' })
      expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
    }
    const blocked = await asAna.get(path, {
      [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
    })
    expect([blocked.status, blocked.body.code]).toEqual([429, 'too_many_requests'])
  } finally {
    await strict.close()
  }
})
