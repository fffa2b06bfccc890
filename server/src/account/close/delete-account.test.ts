// rule: account-deletion
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { insertBooking, move, requestBooking } from '#server/test/builders/booking.ts'
import { deletionHarness } from '#server/test/harness/deletion-harness.ts'
import { queuedJobs } from '#server/test/queue.ts'

const DAY_MS = 86_400_000
const { harness, confirmed, remove, buildNamedClient, buildNamedProfessional, tablesContaining } =
  deletionHarness()

// rule: account-deletion, booking-moves, notice-center
test('after a client deletes their account the professional keeps dates, messages and review, and no table has the name', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(harness.server)
  const [asClient, asPro] = [await as(harness.server, client), await as(harness.server, pro)]
  const bookingId = await requestBooking(harness.server, client, pro, {
    address: '7 Quillfeather Lane',
  })
  await move(harness.server, pro, bookingId, 'accepted')
  await harness.server.db
    .updateTable('bookings')
    .set({
      status: 'completed',
      starts_at: new Date('2026-11-10T14:00:00Z'),
      ends_at: new Date('2026-11-10T16:00:00Z'),
    })
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

  // rule: contact-page
  expect(await tablesContaining(...personalTexts)).toEqual(['support_messages'])
  const in90Days = new Date(harness.server.context.clock.now().getTime() + 90 * DAY_MS)
  const clock = { now: () => in90Days }
  await JOBS['forget-support']({ ...harness.server.context, clock }, {})
  expect(await tablesContaining(...personalTexts)).toEqual([])
  const { body } = await asPro.get(`/api/bookings/professional/${pro.id}`)
  expect(body.bookings[0]).toMatchObject({ id: bookingId, total_amount: 130 })
  const { body: profile } = await visitor(harness.server).get(
    `/api/public/professional/${pro.slug}`,
  )
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

// rule: account-deletion, registration
test('after deletion no session, login or letter works, and the email is free again', async () => {
  const client = await buildNamedClient()
  const asClient = await as(harness.server, client)
  expect((await remove(client)).status).toBe(200)
  expect((await asClient.get('/api/auth/me')).status).toBe(401)
  const login = await visitor(harness.server).post('/api/login', {
    email: client.email,
    password: PASSWORD,
  })
  expect([login.status, login.body.code]).toEqual([401, 'invalid_credentials'])
  await JOBS['send-reset-mail'](harness.server.context, { user_id: client.id })
  expect(await harness.server.letters()).toEqual([])
  const registration = await visitor(harness.server).post('/api/auth/register', {
    first_name: 'Willa',
    last_name: 'New',
    email: client.email,
    phone: '512-555-0100',
    password: PASSWORD,
  })
  expect(registration.status).toBe(200)
  await remove({ id: registration.body.id })
})

// rule: account-deletion, booking-moves
test('deletion cancels coming visits and gives the other side the reason in their language', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(harness.server, { user: { language: 'pt' } })
  const requested = await requestBooking(harness.server, client, pro)
  const accepted = await requestBooking(harness.server, client, pro, { booking_date: '2026-12-02' })
  await move(harness.server, pro, accepted, 'accepted')
  const today = { booking_date: '2026-11-20', booking_time: '11:00' }
  const begun = await requestBooking(harness.server, client, pro, today)
  await move(harness.server, pro, begun, 'accepted')
  const stages = `/api/bookings/${begun}/stages`
  const pressed = await (await as(harness.server, pro)).post(stages, { stage: 'started' })
  expect(pressed.status).toBe(200)
  expect((await remove(client)).status).toBe(200)
  const rows = await harness.server.db
    .selectFrom('bookings')
    .where('id', 'in', [requested, accepted, begun])
    .select(['status', 'cancelled_by', 'reason', 'address'])
    .orderBy('starts_at', 'desc')
    .execute()
  const cancelled = {
    status: 'cancelled',
    cancelled_by: 'client',
    reason: 'A outra pessoa excluiu a conta.',
    address: '—',
  }
  // The professional is at work already: it ends like any other visit, without the data of its client.
  const kept = { status: 'accepted', cancelled_by: null, reason: null, address: '—' }
  expect(rows).toEqual([cancelled, cancelled, kept])
  const cancellations = await harness.server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', 'in', [requested, accepted])
    .where('kind', '=', 'booking.cancelled')
    .execute()
  expect(cancellations).toHaveLength(2)
  const jobs = await queuedJobs(harness.server.db, 'notify-booking')
  expect(jobs.map(({ payload }) => payload.event_id)).toEqual(
    expect.arrayContaining(cancellations.map(({ id }) => id)),
  )
})

test('nobody can write in a conversation with a deleted account', async () => {
  const client = await buildNamedClient()
  const pro = await buildProfessional(harness.server)
  await requestBooking(harness.server, client, pro)
  await remove(client)
  const answer = await (
    await as(harness.server, pro)
  ).post('/api/chat/messages', { sender_id: pro.id, receiver_id: client.id, message: 'Hello?' })
  expect([answer.status, answer.body.code]).toEqual([403, 'conversation_blocked'])
})

// rule: confirmation
test('without the right current password nothing is deleted', async () => {
  const client = await buildNamedClient()
  const missing = await remove(client, {})
  expect([missing.status, missing.body.code]).toEqual([422, 'password_required'])
  const wrong = await remove(client, confirmed('not mine at all'))
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
  const undecodable = await remove(client, { [CURRENT_PASSWORD_HEADER]: '%E0%A4%A' })
  expect([undecodable.status, undecodable.body.code]).toEqual([422, 'password_required'])
  const { deleted_at } = await harness.server.db
    .selectFrom('users')
    .where('id', '=', client.id)
    .select('deleted_at')
    .executeTakeFirstOrThrow()
  expect(deleted_at).toBeNull()
  await remove(client)
})

// rule: homes, offer
test('the homes of a client go with the account, the copies in bookings too, and the offer of a professional', async () => {
  const [pro, client] = [await buildNamedProfessional(), await buildNamedClient()]
  const home = await harness.server.db
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
  await harness.server.db
    .insertInto('home_rooms')
    .values({ home_id: home.id, position: 0, kind: 'bedroom', note: 'a secret' })
    .execute()
  await harness.server.db
    .insertInto('offers')
    .values({ professional_id: pro.id, languages: ['en'] })
    .execute()
  await insertBooking(harness.server, client, pro, {
    home_id: home.id,
    home_facts: '{"bedrooms": 2}',
    home_rooms: '[{"note": "a secret"}]',
    home_parking: 'behind the house',
  })

  await remove(client)
  await remove(pro)
  const booking = await harness.server.db
    .selectFrom('bookings')
    .where('client_id', '=', client.id)
    .select(['home_id', 'home_facts', 'home_rooms', 'home_parking'])
    .executeTakeFirstOrThrow()
  expect(Object.values(booking)).toEqual([null, null, null, null])
  for (const table of ['homes', 'home_rooms', 'offers'] as const) {
    expect(await harness.server.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

/**
 * The columns that name a person. Deletion removes their rows, or keeps them without a name for the other party and the
 * books.
 */
const POINTING_AT_PEOPLE = {
  'homes.client_id': 'goes',
  'access_views.professional_id': 'stays',
  'offers.professional_id': 'goes',
  'safety_contacts.professional_id': 'goes',
  'safety_invitations.professional_id': 'goes',
  'sessions.user_id': 'goes',
  'password_resets.user_id': 'goes',
  'email_verifications.user_id': 'goes',
  'email_changes.user_id': 'goes',
  'sign_in_letters.user_id': 'goes',
  'security_events.user_id': 'goes',
  'professional_areas.professional_id': 'goes',
  'subscriptions.professional_id': 'goes',
  'search_entries.professional_id': 'goes',
  'search_cards.user_id': 'goes',
  'search_days.professional_id': 'goes',
  'calendar_feeds.user_id': 'goes',
  'professional_times.professional_id': 'goes',
  'busy_calendars.professional_id': 'goes',
  'known_devices.user_id': 'goes',
  'totp_secrets.user_id': 'goes',
  'passkeys.user_id': 'goes',
  'factor_removals.user_id': 'goes',
  'webauthn_challenges.user_id': 'goes',
  'recovery_codes.user_id': 'goes',
  'sign_in_attempts.user_id': 'goes',
  'verifications.professional_id': 'goes',
  'verification_notices.professional_id': 'goes',
  'badge_letters.professional_id': 'goes',
  'document_checks.professional_id': 'goes',
  'reports.reporter_id': 'stays',
  'cases.person_id': 'goes',
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
  'device_tags.user_id': 'goes',
  'flags.user_id': 'goes',
  'operator_views.person_id': 'goes',
  'review_photos.client_id': 'goes',
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
  'decisions.person_id': 'stays',
  'approvals.person_id': 'stays',
}

// rule: account-deletion, notice-center
test('every column that refers to a person is on the list of what deletion does', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid in ('users'::regclass, 'professionals'::regclass)
      and connamespace = 'public'::regnamespace
    order by 1`.execute(harness.server.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(POINTING_AT_PEOPLE).toSorted(),
  )
})
