// rule: account-deletion
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { JOBS } from '#server/jobs.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { PASSWORD } from '#server/test/account.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/form.ts'
import { openCheckout, payAndReturn } from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/booking.ts'

let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

const confirmed = (password = PASSWORD) => ({
  [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password),
})
const remove = async (person: { id: string }, headers: Record<string, string> = confirmed()) =>
  (await as(server, person)).delete(`/api/users/${person.id}`, headers)

const buildNamedClient = () =>
  buildClient(server, {
    password_hash,
    first_name: 'Wilhelmina',
    last_name: 'Featherstone',
    phone: '737-555-0142',
  })
const buildNamedProfessional = () =>
  buildProfessional(server, {
    full_name: 'Philippa Rotherham',
    business_name: 'Rotherham Shine',
    bio: 'Careful since Rotherham.',
    slug: `philippa-${Math.random().toString(36).slice(2)}`,
    user: { password_hash, first_name: 'Philippa', last_name: 'Rotherham', phone: '737-555-0143' },
  })

/** The tables, without those of the places, in which a row contains one of these words. */
async function tablesContaining(...words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('zips', 'cities')`.execute(
    server.db,
  )
  const matching = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as row
      where to_jsonb(row)::text ilike any(${words.map((word) => `%${word}%`)}::text[]) limit 1`.execute(
      server.db,
    )
    if (rows.length > 0) matching.push(name)
  }
  return matching
}

// rule: account-deletion, booking-account-end, notices-forgotten
test('after a client deletes their account the professional keeps dates, messages and review, and no table has the name', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(server)
  const [asClient, asPro] = [await as(server, client), await as(server, pro)]
  const bookingId = await requestBooking(server, client, pro, { address: '7 Quillfeather Lane' })
  await move(server, pro, bookingId, 'accepted')
  await server.db
    .updateTable('bookings')
    .set({ status: 'completed', starts_at: new Date(+NOW - 7_200_000), ends_at: NOW })
    .execute()
  await asClient.post('/api/chat/messages', {
    sender_id: client.id,
    receiver_id: pro.id,
    message: 'See you soon!',
  })
  await asClient.post('/api/reviews/general', {
    client_id: client.id,
    professional_id: pro.id,
    rating: 5,
    title: 'Spotless',
    comment: 'Everything shines, thank you!',
  })
  await asClient.post('/api/contact', {
    topic: 'account',
    name: 'Wilhelmina',
    email: client.email,
    text: 'Featherstone is my new last name.',
  })
  const personalTexts = ['Wilhelmina', 'Featherstone', client.email, '737-555-0142', 'Quillfeather']
  expect(await tablesContaining(...personalTexts)).not.toEqual([])

  expect((await remove(client)).status).toBe(200)

  expect(await tablesContaining(...personalTexts)).toEqual([])
  const { body } = await asPro.get(`/api/bookings/professional/${pro.id}`)
  expect(body.bookings[0]).toMatchObject({ id: bookingId, total_amount: 130 })
  const { body: profile } = await visitor(server).get(`/api/public/professional/${pro.slug}`)
  expect(profile.professional.reviews[0]).toMatchObject({
    client_name: 'Deleted user',
    comment: 'Everything shines, thank you!',
  })
  expect(profile.professional).toMatchObject({ rating: 5, total_reviews: 1 })
  const thread = await asPro.get(`/api/chat/messages/${pro.id}/${client.id}`)
  expect(thread.body.messages.map(({ message }: { message: string }) => message)).toContain(
    'See you soon!',
  )
  const list = await asPro.get(`/api/chat/conversations/${pro.id}`)
  expect(list.body.conversations[0].other_user_name).toBe('Deleted user')
})

// rule: account-deletion, one-account-per-email
test('after deletion no session, login or letter works, and the email is free again', async () => {
  const client = await buildNamedClient()
  const asClient = await as(server, client)
  expect((await remove(client)).status).toBe(200)
  expect((await asClient.get('/api/auth/me')).status).toBe(401)
  const login = await visitor(server).post('/api/login', {
    email: client.email,
    password: PASSWORD,
  })
  expect([login.status, login.body.code]).toEqual([401, 'invalid_credentials'])
  await JOBS['send-reset-mail'](server.context, { user_id: client.id })
  expect(await server.letters()).toEqual([])
  const registration = await visitor(server).post('/api/auth/register', {
    first_name: 'Willa',
    last_name: 'New',
    email: client.email,
    phone: '512-555-0100',
    password: PASSWORD,
  })
  expect(registration.status).toBe(200)
  await remove({ id: registration.body.id })
})

// rule: deletion-cancels-visits, booking-account-end
test('deletion cancels coming visits and gives the other side the reason in their language', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(server, { user: { language: 'pt' } })
  const requested = await requestBooking(server, client, pro)
  const accepted = await requestBooking(server, client, pro, { booking_date: '2026-12-02' })
  await move(server, pro, accepted, 'accepted')
  expect((await remove(client)).status).toBe(200)
  const rows = await server.db
    .selectFrom('bookings')
    .where('id', 'in', [requested, accepted])
    .select(['status', 'cancelled_by', 'reason'])
    .execute()
  const cancelled = {
    status: 'cancelled',
    cancelled_by: 'client',
    reason: 'A outra pessoa excluiu a conta.',
  }
  expect(rows).toEqual([cancelled, cancelled])
  const { rows: jobs } = await sql`
    select from graphile_worker._private_jobs as job join events on events.id = (payload ->> 'event_id')::bigint
    where events.subject_id in (${requested}, ${accepted}) and events.kind = 'booking.cancelled'`.execute(
    server.db,
  )
  expect(jobs).toHaveLength(2)
})

// rule: deletion-of-professional
test('a deleted professional leaves search at once; page, files, number and subscription end', async () => {
  const pro = await buildNamedProfessional()
  const client = await buildClient(server)
  const asPro = await as(server, pro)
  await server.db.deleteFrom('subscriptions').where('professional_id', '=', pro.id).execute()
  await payAndReturn(server, pro, 'subscription')
  const sent = await sendForm(
    server,
    pro,
    'POST',
    `/api/professional/profile/${pro.id}/image/profile`,
    { image: await photo() },
  )
  expect(sent.status).toBe(200)
  const { profile_image } = await server.db
    .selectFrom('professionals')
    .where('user_id', '=', pro.id)
    .select('profile_image')
    .executeTakeFirstOrThrow()
  await asPro.post(`/api/professional/calendar-feed/${pro.id}`)
  await asPro.post(`/api/professional/time/${pro.id}/exceptions`, {
    kind: 'off',
    from_date: '2026-12-24',
    to_date: '2026-12-26',
    note: 'At the Rotherham family',
  })
  await server.db
    .insertInto('busy_calendars')
    .values({
      professional_id: pro.id,
      label: 'The Rotherham family',
      kind: 'file',
      state: 'ok',
      created_at: NOW,
    })
    .execute()
  await server.db
    .insertInto('verifications')
    .values({
      professional_id: pro.id,
      ssn_hash: Buffer.alloc(32, 7),
      ssn_last4: '6789',
      ssn_sealed: Buffer.alloc(37),
      key_id: 'a',
      consent_version: '1',
      consented_at: NOW,
      submitted_at: NOW,
    })
    .execute()
  const starts = { starts_1: 0, starts_2: 0, starts_3: 0, starts_4: 0, starts_6: 0, starts_8: 0 }
  await server.db
    .insertInto('search_days')
    .values({ professional_id: pro.id, place_id: 1, day: 20_800, ...starts })
    .execute()
  const visit = await requestBooking(server, client, pro)
  const { provider_subscription_id } = await server.db
    .selectFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .select('provider_subscription_id')
    .executeTakeFirstOrThrow()

  expect((await remove(pro)).status).toBe(200)

  expect(
    await tablesContaining('Philippa', 'Rotherham', '737-555-0143', pro.slug, profile_image!),
  ).toEqual([])
  const entries = await server.db
    .selectFrom('search_entries')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(entries).toEqual([])
  const days = await server.db
    .selectFrom('search_days')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(days).toEqual([])
  expect((await visitor(server).get(`/api/public/professional/${pro.slug}`)).status).toBe(404)
  expect((await visitor(server).get(`/api/public/professional/deleted-${pro.id}`)).status).toBe(404)
  const { body } = await (await as(server, client)).get(`/api/bookings/client/${client.id}`)
  expect(body.bookings.find(({ id }: { id: string }) => id === visit)).toMatchObject({
    status: 'cancelled',
  })
  const payments = await server.db
    .selectFrom('payments')
    .where('professional_id', '=', pro.id)
    .select(['billed_to', 'amount_cents'])
    .execute()
  expect(payments).toEqual([{ billed_to: 'Deleted user', amount_cents: 1990 }])

  for (const table of ['verifications', 'subscriptions'] as const) {
    const rows = await server.db
      .selectFrom(table)
      .where('professional_id', '=', pro.id)
      .select('professional_id')
      .execute()
    expect(rows).toEqual([])
  }
  const feeds = await server.db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', pro.id)
    .select('user_id')
    .execute()
  expect(feeds).toEqual([])
  await JOBS['forget-picture'](server.context, { file: profile_image! })
  expect((await visitor(server).get(`/api/uploads/${profile_image}`)).status).toBe(404)
  await JOBS['end-subscription'](server.context, { subscription_id: provider_subscription_id! })
  expect((await server.payments.subscription(provider_subscription_id!))?.status).toBe('ended')
  const { rows: jobs } = await sql<{ identifier: string }>`
    select task_identifier as identifier from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where payload::text like any(${[`%${profile_image}%`, `%${provider_subscription_id}%`]}::text[])
      and task_identifier in ('forget-picture', 'end-subscription')`.execute(server.db)
  expect(jobs).toHaveLength(2)
})

// rule: deletion-cancels-visits
test('nobody can write in a conversation with a deleted account', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(server)
  await requestBooking(server, client, pro)
  await remove(client)
  const answer = await (
    await as(server, pro)
  ).post('/api/chat/messages', { sender_id: pro.id, receiver_id: client.id, message: 'Hello?' })
  expect([answer.status, answer.body.code]).toEqual([403, 'conversation_blocked'])
})

// rule: confirm-password
test('without the right current password nothing is deleted', async () => {
  const client = await buildNamedClient()
  const missing = await remove(client, {})
  expect([missing.status, missing.body.code]).toEqual([422, 'password_required'])
  const wrong = await remove(client, confirmed('not mine at all'))
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
  const undecodable = await remove(client, { [CURRENT_PASSWORD_HEADER]: '%E0%A4%A' })
  expect([undecodable.status, undecodable.body.code]).toEqual([422, 'password_required'])
  const { deleted_at } = await server.db
    .selectFrom('users')
    .where('id', '=', client.id)
    .select('deleted_at')
    .executeTakeFirstOrThrow()
  expect(deleted_at).toBeNull()
  await remove(client)
})

// rule: deletion-refunds-late-payment
test('a payment on a page that was open during deletion is refunded', async () => {
  const pro = await buildNamedProfessional()
  await server.db.deleteFrom('subscriptions').where('professional_id', '=', pro.id).execute()
  const session = await openCheckout(server, pro, 'subscription')
  await remove(pro)
  await server.payments.pay(session)
  await JOBS['renewals'](server.context, {})
  const { id, refund_reason } = await server.db
    .selectFrom('payments')
    .where('professional_id', '=', pro.id)
    .select(['id', 'refund_reason'])
    .executeTakeFirstOrThrow()
  expect(refund_reason).not.toBeNull()
  await JOBS['refund-payment'](server.context, { payment_id: id })
  const { status } = await server.db
    .selectFrom('payments')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('refunded')
  const listed = await server.db
    .selectFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(listed).toEqual([])
})

// rule: homes, offer
test('the homes of a client go with the account, the copies in bookings too, and the offer of a professional', async () => {
  const [pro, client] = [await buildNamedProfessional(), await buildNamedClient()]
  const home = await server.db
    .insertInto('homes')
    .values({
      client_id: client.id,
      address: '1 Main St',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      kind: 'house',
      bedrooms: 2,
      bathrooms: 1.5,
      floors: 1,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('home_rooms')
    .values({ home_id: home.id, position: 0, kind: 'bedroom', note: 'a secret' })
    .execute()
  await server.db
    .insertInto('offers')
    .values({ professional_id: pro.id, languages: ['en'] })
    .execute()
  await insertBooking(server, client, pro, {
    home_id: home.id,
    home_facts: '{"bedrooms": 2}',
    home_rooms: '[{"note": "a secret"}]',
    home_parking: 'behind the house',
  })

  await remove(client)
  await remove(pro)
  const booking = await server.db
    .selectFrom('bookings')
    .where('client_id', '=', client.id)
    .select(['home_id', 'home_facts', 'home_rooms', 'home_parking'])
    .executeTakeFirstOrThrow()
  expect(Object.values(booking)).toEqual([null, null, null, null])
  for (const table of ['homes', 'home_rooms', 'offers'] as const) {
    expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

/** What deletion does to these rows: they are deleted, or stay without a name for the other party and the books. */
const POINTING_AT_PEOPLE = {
  'homes.client_id': 'goes',
  'access_views.professional_id': 'stays',
  'offers.professional_id': 'goes',
  'safety_contacts.professional_id': 'goes',
  'safety_invitations.professional_id': 'goes',
  'sessions.user_id': 'goes',
  'password_resets.user_id': 'goes',
  'email_verifications.user_id': 'goes',
  'sign_in_letters.user_id': 'goes',
  'security_events.user_id': 'goes',
  'idempotency_keys.user_id': 'goes',
  'professional_areas.professional_id': 'goes',
  'subscriptions.professional_id': 'goes',
  'search_entries.professional_id': 'goes',
  'search_days.professional_id': 'goes',
  'calendar_feeds.user_id': 'goes',
  'professional_times.professional_id': 'goes',
  'busy_calendars.professional_id': 'goes',
  'known_devices.user_id': 'goes',
  'verifications.professional_id': 'goes',
  'reports.reporter_id': 'goes',
  'support_messages.user_id': 'goes',
  'notices.user_id': 'goes',
  'notice_switches.user_id': 'goes',
  'unsubscribe_addresses.user_id': 'goes',
  'push_subscriptions.user_id': 'goes',
  'professionals.user_id': 'stays',
  'leads.professional_id': 'stays',
  'leads.client_id': 'stays',
  'reviews.professional_id': 'stays',
  'reviews.client_id': 'stays',
  'bookings.client_id': 'stays',
  'bookings.professional_id': 'stays',
  'series.client_id': 'stays',
  'series.professional_id': 'stays',
  'provider_customers.professional_id': 'goes',
  'checkouts.professional_id': 'stays',
  'payments.professional_id': 'stays',
  'lead_credits.professional_id': 'stays',
  'lead_ledger.professional_id': 'stays',
  'messages.sender_id': 'stays',
  'messages.receiver_id': 'stays',
  'blocks.blocker_id': 'stays',
  'blocks.blocked_id': 'stays',
  'reports.reported_id': 'stays',
  'notices.other_id': 'stays',
  'suspensions.user_id': 'stays',
}

// rule: account-deletion, notices-forgotten
test('every column that refers to a person is on the list of what deletion does', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid in ('users'::regclass, 'professionals'::regclass)
      and connamespace = 'public'::regnamespace
    order by 1`.execute(server.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(POINTING_AT_PEOPLE).toSorted(),
  )
})
