// rule: safety-timer
import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import {
  after,
  CHECK_BY,
  MINUTE_MS,
  START,
  safetyHarness,
} from '#server/test/harness/safety-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const {
  harness,
  address,
  saveContact,
  checkBy,
  timer,
  runAlarms,
  answerOf,
  timers,
  lettersTo,
  tokenIn,
  withContact,
} = safetyHarness()

test('a timer is set, moved and ended; each refusal in its order, and nothing is written', async () => {
  const answers = [
    await checkBy(CHECK_BY, visitor(harness.server)),
    await checkBy(CHECK_BY, await as(harness.server, harness.client)),
    await harness.asPro.put(`/api/bookings/${harness.id}/safety`, { check_by: 'noon' }),
    await harness.asPro.put('/api/bookings/none/safety', { check_by: null }),
    await checkBy(CHECK_BY, await as(harness.server, await buildProfessional(harness.server))),
    await checkBy(after(14)),
    await checkBy(after(120 + 12 * 60 + 1)),
    await checkBy(CHECK_BY),
  ]
  expect(answers.map(answerOf)).toEqual([
    '401 not_signed_in',
    '403 professionals_only',
    '422 invalid_input',
    '404 booking_not_found',
    '404 booking_not_found',
    '422 invalid_input',
    '422 invalid_input',
    '409 safety_contact_missing',
  ])
  expect(await timers()).toEqual([])
  const time_zone = 'America/Chicago'
  const untold = {
    told_at: null,
    told_contact: null,
    contact_stopped: false,
    is_untold: false,
    time_zone,
  }
  expect(await timer()).toEqual({ ...untold, check_by: null, contact: null, may_set: true })

  await withContact()
  expect((await checkBy(after(120 + 12 * 60))).status).toBe(200)
  expect((await checkBy(after(15))).body).toEqual({ check_by: after(15).toISOString() })
  await Promise.all([checkBy(CHECK_BY), checkBy(CHECK_BY)])
  expect(await timer()).toEqual({
    ...untold,
    check_by: CHECK_BY.toISOString(),
    contact: 'Rosa',
    may_set: true,
  })
  for (const end of [() => checkBy(null), () => saveContact(null)]) {
    await end()
    expect((await timer()).check_by).toBeNull()
    await withContact()
    await checkBy(CHECK_BY)
  }
  expect(await timers()).toHaveLength(1)
  harness.now = START
  await move(harness.server, harness.pro, harness.id, 'completed')
  expect((await timer()).check_by).toBeNull()
  // rule: order-of-refusal
  expect(answerOf(await checkBy(after(14)))).toBe('422 invalid_input')
  expect(answerOf(await checkBy(CHECK_BY))).toBe('409 booking_already_moved')
  expect(answerOf(await checkBy(null))).toBe('200')

  const poor = await buildProfessional(harness.server, { credits: 0 })
  harness.now = after(-24 * 60)
  const locked = await requestBooking(harness.server, harness.client, poor)
  const call = (await as(harness.server, poor)).put(`/api/bookings/${locked}/safety`, {
    check_by: null,
  })
  expect(answerOf(await call)).toBe('402 lead_locked')
})

test('a visit that its client moves and cancels keeps its timer, and the professional alone ends it', async () => {
  const { email } = await withContact()
  harness.now = after(-60)
  await checkBy(CHECK_BY)
  const asked = { booking_date: '2026-12-02', booking_time: '09:00' }
  const { proposal } = (await harness.asPro.post(`/api/bookings/${harness.id}/proposals`, asked))
    .body
  const asClient = await as(harness.server, harness.client)
  await asClient.put(`/api/bookings/${harness.id}/proposals/${proposal.id}`, { answer: 'accepted' })
  await move(harness.server, harness.client, harness.id, 'cancelled', 'Plans changed')
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), may_set: false })
  harness.now = after(181)
  await runAlarms()
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
    'Safety alert: someone has not checked in',
  ])
  expect((await timer()).told_at).toBe(harness.now.toISOString())
  expect(answerOf(await checkBy(null))).toBe('200')
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
    'Safety alert: they have checked in',
  ])
})

test('a visit that the professional cancels has no timer; one that an operator cancels keeps it', async () => {
  await withContact()
  harness.now = after(-60)
  await checkBy(CHECK_BY)
  await move(harness.server, harness.pro, harness.id, 'cancelled', 'I am ill')
  expect((await timers()).map(({ state }) => state)).toEqual(['ended'])

  harness.now = new Date('2026-11-20T16:00:00Z')
  harness.id = await requestBooking(harness.server, harness.client, harness.pro, {
    booking_date: '2026-12-01',
  })
  await move(harness.server, harness.pro, harness.id, 'accepted')
  harness.now = after(-60)
  await checkBy(CHECK_BY)
  const why = { reason: 'Reported by a client', doneBy: 'Sam' }
  await suspendByOperator(harness.server.context, harness.pro.id, why, 'cancel')
  harness.asPro = await as(harness.server, harness.pro)
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), may_set: false })
  expect(answerOf(await checkBy(after(300)))).toBe('403 account_suspended')
  expect(await findBroken(harness.server)).toEqual({})
  expect(answerOf(await checkBy(null))).toBe('200')
  expect((await timer()).check_by).toBeNull()
})

// rule: account-deletion
test('the street stays for the alarm of a client who deletes the account, and goes with the link', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const gone = await (
    await as(harness.server, harness.client)
  ).delete(`/api/users/${harness.client.id}`, confirmed)
  expect(gone.status).toBe(200)
  harness.now = after(181)
  await runAlarms()
  const token = tokenIn((await lettersTo(email))[0]!.text)
  const { body } = await visitor(harness.server).get(`/api/safety/${token}`)
  expect(body.address).toBe('100 Congress Ave')
  const street = async () => (await timers())[0]!.address
  await JOBS['forget-visits'](harness.server.context, {})
  expect(await street()).toBe('100 Congress Ave')
  harness.now = after(181 + 24 * 60)
  await JOBS['forget-visits'](harness.server.context, {})
  expect(await street()).toBeNull()
})

// rule: safety-contact
test('no answer to the client shows contact, timer or alarm', async () => {
  const email = address()
  await saveContact(email, { name: 'Zq7 Rosa' })
  await checkBy(CHECK_BY)
  harness.now = after(181)
  await runAlarms()
  await runDueJobs(harness.server.context)
  const asClient = await as(harness.server, harness.client)
  expect(answerOf(await asClient.get(`/api/bookings/${harness.id}/safety`))).toBe(
    '403 professionals_only',
  )
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const answers = await Promise.all([
    asClient.get(`/api/bookings/${harness.id}`),
    asClient.get(`/api/bookings/${harness.id}/visit`),
    asClient.get(`/api/bookings/client/${harness.client.id}`),
    asClient.get(`/api/chat/messages/${harness.client.id}/${harness.pro.id}`),
    asClient.get(`/api/chat/conversations/${harness.client.id}`),
    asClient.get(`/api/professional/public-view/${harness.pro.id}`),
    asClient.get('/api/notices'),
    asClient.get(`/api/users/${harness.client.id}/export`, confirmed),
  ])
  expect(answers.map(answerOf)).toEqual(answers.map(() => '200'))
  for (const { body } of answers) {
    const { safety_contact, safety_timers, ...rest } = body
    expect([safety_contact ?? null, safety_timers ?? []]).toEqual([null, []])
    expect(JSON.stringify(rest)).not.toMatch(/safety_|check_by|Zq7|contact-\d/i)
    expect(JSON.stringify(rest)).not.toContain(CHECK_BY.toISOString())
  }
})

// rule: safety-contact, account-export, account-deletion
test('the download has contact and timers, 90 days later timers are forgotten, and deletion erases all', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(181)
  await runAlarms()
  const token = tokenIn((await lettersTo(email))[0]!.text)
  await visitor(harness.server).get(`/api/safety/${token}`)
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const { body } = await harness.asPro.get(`/api/users/${harness.pro.id}/export`, confirmed)
  expect(body).toMatchObject({
    safety_contact: { name: 'Rosa', email },
    safety_timers: [{ booking_id: harness.id, state: 'alarmed', told: email, openings: 1 }],
  })
  expect(body.safety_timers[0].opened_at).toHaveLength(1)

  harness.now = new Date(+CHECK_BY + 90 * 24 * 60 * MINUTE_MS)
  await JOBS['forget-visits'](harness.server.context, {})
  expect(await timers()).toHaveLength(1)
  harness.now = new Date(+harness.now + MINUTE_MS)
  await JOBS['forget-visits'](harness.server.context, {})
  expect([(await timers()).length, await rowsOf('safety_invitations')]).toEqual([0, 1])
  harness.asPro = await as(harness.server, harness.pro)
  await saveContact(null)
  await JOBS['forget-visits'](harness.server.context, {})
  expect(await rowsOf('safety_invitations')).toBe(0)

  harness.now = START
  await saveContact(address())
  await checkBy(CHECK_BY)
  expect((await harness.asPro.delete(`/api/users/${harness.pro.id}`, confirmed)).status).toBe(200)
  expect(await timers()).toEqual([])
  expect([await rowsOf('safety_contacts'), await rowsOf('safety_invitations')]).toEqual([0, 0])
})

async function rowsOf(table: 'safety_contacts' | 'safety_invitations'): Promise<number> {
  const rows = await harness.server.db
    .selectFrom(table)
    .select('professional_id')
    .where('professional_id', '=', harness.pro.id)
    .execute()
  return rows.length
}
