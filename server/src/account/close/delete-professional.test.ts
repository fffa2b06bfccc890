import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, asConfirmed, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { openCheckout, payAndReturn } from '#server/test/builders/paying.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { deletionHarness } from '#server/test/harness/deletion-harness.ts'
import { queuedJobs } from '#server/test/queue.ts'

const { harness, remove, buildNamedProfessional, tablesContaining } = deletionHarness()

// rule: account-deletion
test('a deleted professional leaves search at once; page, files, number and subscription end', async () => {
  const pro = await buildNamedProfessional()
  const client = await buildClient(harness.server)
  const asPro = await as(harness.server, pro)
  await harness.server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .execute()
  await payAndReturn(harness.server, pro, 'subscription')
  const sent = await sendForm(
    harness.server,
    pro,
    'POST',
    `/api/professional/profile/${pro.id}/image/profile`,
    { image: await photo() },
  )
  expect(sent.status).toBe(200)
  const { profile_image } = await harness.server.db
    .selectFrom('professionals')
    .where('user_id', '=', pro.id)
    .select('profile_image')
    .executeTakeFirstOrThrow()
  await (await asConfirmed(harness.server, pro)).post(`/api/professional/calendar-feed/${pro.id}`)
  await asPro.post(`/api/professional/time/${pro.id}/exceptions`, {
    kind: 'off',
    from_date: '2026-12-24',
    to_date: '2026-12-26',
    note: 'At the Rotherham family',
  })
  await harness.server.db
    .insertInto('busy_calendars')
    .values({
      professional_id: pro.id,
      label: 'The Rotherham family',
      kind: 'file',
      state: 'ok',
      created_at: NOW,
    })
    .execute()
  await harness.server.db
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
  await harness.server.db
    .insertInto('search_days')
    .values({ professional_id: pro.id, place_id: 1, day: 20_800, ...starts })
    .execute()
  const visit = await requestBooking(harness.server, client, pro)
  const { provider_subscription_id } = await harness.server.db
    .selectFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .select('provider_subscription_id')
    .executeTakeFirstOrThrow()

  expect((await remove(pro)).status).toBe(200)

  expect(
    await tablesContaining('Philippa', 'Rotherham', '737-555-0143', pro.slug, profile_image!),
  ).toEqual([])
  const entries = await harness.server.db
    .selectFrom('search_entries')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(entries).toEqual([])
  const days = await harness.server.db
    .selectFrom('search_days')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(days).toEqual([])
  expect((await visitor(harness.server).get(`/api/public/professional/${pro.slug}`)).status).toBe(
    404,
  )
  expect(
    (await visitor(harness.server).get(`/api/public/professional/deleted-${pro.id}`)).status,
  ).toBe(404)
  const { body } = await (await as(harness.server, client)).get(`/api/bookings/client/${client.id}`)
  expect(body.bookings.find(({ id }: { id: string }) => id === visit)).toMatchObject({
    status: 'cancelled',
  })
  const payments = await harness.server.db
    .selectFrom('payments')
    .where('professional_id', '=', pro.id)
    .select(['billed_to', 'amount_cents'])
    .execute()
  expect(payments).toEqual([{ billed_to: 'Deleted user', amount_cents: 1990 }])

  for (const table of ['verifications', 'subscriptions'] as const) {
    const rows = await harness.server.db
      .selectFrom(table)
      .where('professional_id', '=', pro.id)
      .select('professional_id')
      .execute()
    expect(rows).toEqual([])
  }
  const feeds = await harness.server.db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', pro.id)
    .select('user_id')
    .execute()
  expect(feeds).toEqual([])
  await JOBS['forget-picture'](harness.server.context, { file: profile_image! })
  expect((await visitor(harness.server).get(`/api/uploads/${profile_image}`)).status).toBe(404)
  await JOBS['end-subscription'](harness.server.context, {
    subscription_id: provider_subscription_id!,
  })
  expect((await harness.server.payments.subscription(provider_subscription_id!))?.status).toBe(
    'ended',
  )
  const payloads = (await queuedJobs(harness.server.db)).map(({ payload }) => payload)
  expect(payloads).toContainEqual({ file: profile_image })
  expect(payloads).toContainEqual({ subscription_id: provider_subscription_id })
})

// rule: account-deletion
test('a payment on a page that was open during deletion is refunded', async () => {
  const pro = await buildNamedProfessional()
  await harness.server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .execute()
  const session = await openCheckout(harness.server, pro, 'subscription')
  await remove(pro)
  await harness.server.payments.pay(session)
  await JOBS['renewals'](harness.server.context, {})
  const { id, refund_reason } = await harness.server.db
    .selectFrom('payments')
    .where('professional_id', '=', pro.id)
    .select(['id', 'refund_reason'])
    .executeTakeFirstOrThrow()
  expect(refund_reason).not.toBeNull()
  await JOBS['refund-payment'](harness.server.context, { payment_id: id })
  const { status } = await harness.server.db
    .selectFrom('payments')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('refunded')
  const listed = await harness.server.db
    .selectFrom('subscriptions')
    .where('professional_id', '=', pro.id)
    .selectAll()
    .execute()
  expect(listed).toEqual([])
})
