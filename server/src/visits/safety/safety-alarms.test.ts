// rule: safety-alarm
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { requestBooking } from '#server/test/builders/booking.ts'
import { visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { poison } from '#server/test/poison.ts'
import { after, CHECK_BY, START, safetyHarness } from '#server/test/harness/safety-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { emptyQueue } from '#server/test/queue.ts'

const {
  harness,
  address,
  saveContact,
  checkBy,
  timer,
  press,
  runAlarms,
  alarmWithoutMail,
  answerOf,
  timers,
  lettersTo,
  tokenIn,
  withContact,
} = safetyHarness()

test('10 minutes before, a push tells the professional once, and nothing stands in a list', async () => {
  await withContact()
  await checkBy(CHECK_BY)
  const session = await harness.server.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', harness.pro.id)
    .executeTakeFirstOrThrow()
  const device = { endpoint: `https://push.example/${harness.id}`, p256dh: 'k', auth: 'a' }
  const values = { ...device, user_id: harness.pro.id, session_hash: session.token_hash }
  await harness.server.db
    .insertInto('push_subscriptions')
    .values({ ...values, created_at: harness.now })
    .execute()
  harness.now = after(169)
  await runAlarms()
  await runDueJobs(harness.server.context)
  expect(harness.pushed).toEqual([])
  harness.now = after(170)
  await Promise.all([runAlarms(), runAlarms()])
  await runDueJobs(harness.server.context)
  const title = 'Check in now, or Rosa is told.'
  expect(harness.pushed).toMatchObject([{ title, href: `/visits/${harness.id}` }])
  const { notices } = (await harness.asPro.get('/api/notices')).body
  expect(JSON.stringify(notices)).not.toContain('Rosa')

  // A check-in before the push leaves makes it untrue.
  await checkBy(after(190))
  harness.now = after(181)
  await runAlarms()
  await checkBy(null)
  await runDueJobs(harness.server.context)
  expect(harness.pushed).toHaveLength(1)
})

test('two workers at once send one letter, with the place and a link', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = new Date(+CHECK_BY - 1)
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  harness.now = after(181)
  await Promise.all([runAlarms(), runAlarms()])
  const letters = await lettersTo(email)
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Safety alert: someone has not checked in',
  ])
  const { text } = letters[0]!
  expect(text).toContain(
    "Grace asked us to email you if they didn't check in by Tue, Dec 1, 12:00 PM, Austin time. Call them at 512-555-0177. If you can't reach them, call 911.",
  )
  expect(text).toContain('Austin, TX 78701')
  expect(text).not.toMatch(/Congress|Walker/)
  expect((await timer()).told_at).toBe(harness.now.toISOString())

  const token = tokenIn(text)
  harness.lines.length = 0
  const { status, body, headers } = await visitor(harness.server).get(`/api/safety/${token}`)
  expect(headers['cache-control']).toBe('no-store')
  expect([status, body]).toEqual([
    200,
    {
      first_name: 'Grace',
      phone: '512-555-0177',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      starts_at: START.toISOString(),
      ends_at: after(120).toISOString(),
      time_zone: 'America/Chicago',
      check_by: CHECK_BY.toISOString(),
      checked_in: false,
    },
  ])
  expect(harness.lines.join()).toContain('/api/safety/…')
  expect(harness.lines.join()).not.toContain(token)
  const [stored] = await timers()
  expect(JSON.stringify(stored)).not.toContain(token)

  harness.now = after(200)
  await press('finished')
  const later = await lettersTo(email)
  expect(later.map(({ subject }) => subject)).toEqual(['Safety alert: they have checked in'])
  expect(later[0]!.text).toMatch(/Don't contact me:\n\S+\/safety\/[\w-]{43}\?stop=1/)
  await checkBy(null)
  expect(await lettersTo(email)).toEqual([])
  expect((await visitor(harness.server).get(`/api/safety/${token}`)).body.checked_in).toBe(true)

  harness.now = new Date(+after(181 + 24 * 60) - 1)
  expect(answerOf(await visitor(harness.server).get(`/api/safety/${token}`))).toBe('200')
  harness.now = after(181 + 24 * 60)
  expect(answerOf(await visitor(harness.server).get(`/api/safety/${token}`))).toBe('404 not_found')
  expect(answerOf(await visitor(harness.server).get('/api/safety/none'))).toBe('404 not_found')
  const openings = harness.server.db.selectFrom('safety_openings').select('at')
  expect(await openings.where('timer_id', '=', stored!.id).execute()).toEqual([
    { at: after(181) },
    { at: after(200) },
    { at: new Date(+harness.now - 1) },
  ])
})

// rule: visit-stages
test("a 'finished' before the alarm sends no letter, and taking it back lets the timer run again", async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(178)
  await press('finished')
  expect(answerOf(await checkBy(after(300)))).toBe('409 stage_order')
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  expect((await timer()).check_by).toBe(CHECK_BY.toISOString())
  await press('finished')
  harness.now = after(181)
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  await runAlarms()
  expect((await timer()).check_by).toBeNull()
  expect(await lettersTo(email)).toEqual([])

  await checkBy(after(240))
  await press('finished')
  await saveContact(null)
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  expect((await timers()).map(({ state }) => state)).toEqual(['finished'])
  expect(await findBroken(harness.server)).toEqual({})
})

test("of an alarm and a 'finished' at once, the first decides", async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(180)
  const other = await harness.server.context.pool.connect()
  await other.query('begin')
  await other.query(
    `update safety_timers set state = 'finished' where booking_id = '${harness.id}'`,
  )
  // The job neither waits for the press nor overtakes it.
  await runAlarms()
  await other.query('commit')
  other.release()
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  await sql`update safety_timers set state = 'running' where booking_id = ${harness.id}`.execute(
    harness.server.db,
  )
  await Promise.all([runAlarms(), press('finished')])
  const subjects = (await lettersTo(email)).map(({ subject }) => subject)
  // Told before the press or not at all, and never without the end of it.
  expect([0, 2]).toContain(subjects.length)
})

test('a provider that is down delays the letter, and a check-in meanwhile makes it needless', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(181)
  const alarm = await alarmWithoutMail()
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), told_at: null })
  harness.now = after(185)
  const untold = { check_by: null, told_at: null, told_contact: 'Rosa', is_untold: true }
  expect(await timer()).toMatchObject(untold)
  await checkBy(null)
  await JOBS['send-safety-letter'](harness.server.context, alarm)
  // The letter may have arrived, whatever the mail server answered.
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
    'Safety alert: they have checked in',
  ])
})

test('the links of all attempts to send an alarm stay valid, and a check-in before the first sends nothing', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(181)
  await runAlarms()
  await saveContact(address(), { name: 'Mara' })
  const sent: string[] = []
  const breaking = {
    ...harness.server.context.mail,
    send: ({ text }: { text: string }) => {
      sent.push(text)
      return Promise.reject(new Error('no answer'))
    },
  }
  const alarm = { timer_id: (await timers())[0]!.id, about: 'alarm' } as const
  const send = JOBS['send-safety-letter']({ ...harness.server.context, mail: breaking }, alarm)
  await expect(send).rejects.toThrow('no answer')
  const [second] = await lettersTo(email)
  for (const text of [sent[0]!, second!.text]) {
    expect(answerOf(await visitor(harness.server).get(`/api/safety/${tokenIn(text)}`))).toBe('200')
  }
  expect(await timer()).toMatchObject({ contact: 'Mara', told_contact: 'Rosa' })

  await checkBy(after(300))
  harness.now = after(301)
  await runAlarms()
  await checkBy(null)
  expect(await lettersTo(email)).toHaveLength(1)
})

test('the fourth alarm of a day is not sent, and the timer says so', async () => {
  const { email } = await withContact()
  for (const nth of [1, 2, 3, 4]) {
    await checkBy(after(15 * nth))
    harness.now = after(15 * nth)
    await runAlarms()
    await runDueJobs(harness.server.context)
  }
  expect(await timer()).toMatchObject({
    check_by: null,
    told_at: null,
    told_contact: 'Rosa',
    is_untold: true,
  })
  await checkBy(null)
  const letters = await lettersTo(email)
  const alarms = letters.filter(
    ({ subject }) => subject === 'Safety alert: someone has not checked in',
  )
  expect([alarms.length, letters.length]).toEqual([3, 6])
  // Every alarm has the link that ends all of them.
  const [, stopToken] = /Don't contact me:\n\S+\/safety\/([\w-]{43})\?stop=1/.exec(alarms[0]!.text)!
  for (const _ of [1, 2]) {
    expect(answerOf(await visitor(harness.server).post(`/api/safety-stop/${stopToken}`))).toBe(
      '200',
    )
  }
  expect(answerOf(await saveContact(email))).toBe('409 safety_contact_declined')
  const kept = (await timers()).map((one) => [one.email, one.language, one.contact_name])
  expect(kept).toEqual(kept.map(() => [null, null, null]))
  expect(kept).toHaveLength(4)
})

/** A visit of another day, whose timer has ended in the same way as the latest one of the first visit. */
async function otherVisit() {
  const { now } = harness
  harness.now = new Date('2026-11-20T16:00:00Z')
  const id = await requestBooking(harness.server, harness.client, harness.pro, {
    booking_date: '2026-12-02',
  })
  harness.now = now
  const alarmed = async () => {
    await sql`insert into safety_timers (booking_id, check_by, state, created_at, alarmed_at, email, email_hash, language)
      select ${id}, check_by, state, created_at, alarmed_at, email, email_hash, language from safety_timers
      where booking_id = ${harness.id} and state = 'alarmed'`.execute(harness.server.db)
  }
  return { id, alarmed }
}

test('the first alarm of a visit leaves, however many others were sent on that day', async () => {
  const { email } = await withContact()
  const other = await otherVisit()
  for (const nth of [1, 2, 3]) {
    await checkBy(after(15 * nth))
    harness.now = after(15 * nth)
    await runAlarms()
    await runDueJobs(harness.server.context)
  }
  await other.alarmed()
  const { id } = await harness.server.db
    .selectFrom('safety_timers')
    .select('id')
    .where('booking_id', '=', other.id)
    .executeTakeFirstOrThrow()
  await JOBS['send-safety-letter'](harness.server.context, { timer_id: id, about: 'alarm' })
  const letters = await lettersTo(email)
  expect(
    letters.filter(({ subject }) => subject === 'Safety alert: someone has not checked in'),
  ).toHaveLength(4)
})

test('of two alarms that are sent at once, only one is the third of the day', async () => {
  await withContact()
  const other = await otherVisit()
  const later = other.id
  for (const nth of [1, 2, 3]) {
    await checkBy(after(15 * nth))
    harness.now = after(15 * nth)
    await runAlarms()
    if (nth < 3) await runDueJobs(harness.server.context)
  }
  await emptyQueue(harness.server.db)
  // Each visit has had one before: the first always leaves.
  await sql`update safety_timers set booking_id = ${later}
    where check_by = ${after(15)} and booking_id = ${harness.id}`.execute(harness.server.db)
  await other.alarmed()
  const alarmed = await harness.server.db
    .selectFrom('safety_timers')
    .select('id')
    .where('booking_id', 'in', [harness.id, later])
    .where('state', '=', 'alarmed')
    .execute()
  await Promise.all(
    alarmed.map((one) =>
      JOBS['send-safety-letter'](harness.server.context, { timer_id: one.id, about: 'alarm' }),
    ),
  )
  const rows = await harness.server.db
    .selectFrom('safety_timers')
    .select(['alarm_sent_at', 'untold_at'])
    .where('booking_id', 'in', [harness.id, later])
    .where('state', '=', 'alarmed')
    .execute()
  expect(rows.filter((row) => row.alarm_sent_at)).toHaveLength(1)
  expect(rows.filter((row) => row.untold_at)).toHaveLength(1)
})

// rule: scheduled-jobs
test('a timer whose alarm fails stops no other alarm', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  const { db } = harness.server
  const dates = { booking_date: '2026-12-02' }
  const booking_id = await requestBooking(harness.server, harness.client, harness.pro, dates)
  const second = { booking_id, check_by: CHECK_BY, created_at: START }
  await db.insertInto('safety_timers').values(second).execute()
  const cure = await poison(
    db,
    'update',
    'safety_timers',
    sql`new.booking_id = ${sql.lit(harness.id)}`,
  )
  harness.now = after(181)
  await runAlarms()
  expect(await lettersTo(email)).toHaveLength(1)
  await cure()
  await runAlarms()
  expect(await lettersTo(email)).toHaveLength(1)
})
