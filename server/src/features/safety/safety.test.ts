// rule: safety-contact, safety-stop, safety-timer, safety-alarm, safety-link
import PostalMime from 'postal-mime'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { buildApp } from '#server/app.ts'
import { logRequest } from '#server/compose.ts'
import { suspendByOperator } from '#server/features/account/suspend-account.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/account.ts'
import { move, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/worker.ts'

const MINUTE_MS = 60_000
/** The visit is on December 1, from 9:00 to 11:00 in Austin. */
const START = new Date('2026-12-01T15:00:00Z')
const after = (minutes: number) => new Date(+START + minutes * MINUTE_MS)
const CHECK_BY = after(180)

const lines: string[] = []
const pushed: { title: string; href: string }[] = []
let server: TestServer
let now = START
let password_hash: string
let client: { id: string }
let pro: { id: string }
let asPro: Caller
let id: string
let people = 0

beforeAll(async () => {
  const quiet = await testServer({}, { now: () => now })
  const options = { level: 'trace', serializers: { req: logRequest } }
  const log = pino(options, { write: (line: string) => void lines.push(line) })
  const send = (_to: unknown, text: string) => {
    pushed.push(JSON.parse(text))
    return Promise.resolve('sent' as const)
  }
  const context = { ...quiet.context, log, push: { ...quiet.context.push, send } }
  await quiet.app.close()
  server = { ...quiet, context, app: await buildApp(context, { eventLoopDelayMsMax: Infinity }) }
  password_hash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await server.app.close()
  await server.close()
})
beforeEach(async () => {
  now = new Date('2026-11-20T16:00:00Z')
  client = await buildClient(server, { password_hash })
  const user = { first_name: 'Grace', last_name: 'Walker', phone: '512-555-0177', password_hash }
  pro = await buildProfessional(server, { full_name: 'Grace Walker', user })
  asPro = await as(server, pro)
  id = await requestBooking(server, client, pro)
  await move(server, pro, id, 'accepted')
  await runDueJobs(server.context)
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  await server.letters().then((all) => (seen = all.length))
  pushed.length = 0
  now = START
})
let seen = 0

const address = () => `contact-${++people}@example.com`
const contactPath = (who = pro) => `/api/professional/safety/${who.id}`
const saveContact = (email: string | null, facts: object = {}, who = asPro, whose = pro) =>
  who.put(contactPath(whose), {
    contact: email === null ? null : { name: 'Rosa', email, language: 'en', ...facts },
  })
const checkBy = (at: Date | null, who = asPro) =>
  who.put(`/api/bookings/${id}/safety`, { check_by: at?.toISOString() ?? null })
const timer = async () => (await asPro.get(`/api/bookings/${id}/safety`)).body
const press = (stage: string) => asPro.post(`/api/bookings/${id}/stages`, { stage })
const runAlarms = () => JOBS['safety-alarms'](server.context, {})
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const timers = () =>
  server.db.selectFrom('safety_timers').selectAll().where('booking_id', '=', id).execute()
/** Runs the jobs, and returns the letters to this address since the last call. */
async function lettersTo(email: string) {
  await runDueJobs(server.context)
  const all = await server.letters()
  const parsed = await Promise.all(all.slice(seen).map((one) => PostalMime.parse(one)))
  seen = all.length
  return parsed
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ subject, text = '' }) => ({ subject, text }))
}
const tokenIn = (text: string) => /\/safety\/([\w-]+)/.exec(text)![1]!

/** A contact that has had the first letter, and the token of its link. */
async function withContact(email = address()) {
  expect(answerOf(await saveContact(email))).toBe('200')
  const [letter] = await lettersTo(email)
  return { email, letter: letter!, stopToken: tokenIn(letter!.text) }
}

test('a new contact gets one letter, and the same address no second one', async () => {
  expect((await asPro.get(contactPath())).body).toEqual({ contact: null })
  const { email, letter } = await withContact()
  expect(letter.subject).toBe('Grace named you as a safety contact')
  expect(letter.text).toContain('Hello Rosa, Grace cleans homes')
  expect(letter.text).toMatch(/Do not write to me:\n\S+\/safety\/[\w-]{43}\?stop=1/)
  const contact = { name: 'Rosa Lima', email: email.toUpperCase(), language: 'pt' }
  expect((await asPro.put(contactPath(), { contact })).body).toEqual({ contact })
  await saveContact(null)
  await saveContact(email)
  expect(await lettersTo(email)).toEqual([])
})

test('a contact that is named again before their letter was sent gets it then', async () => {
  const [first, second] = [address(), address()]
  await saveContact(first)
  await saveContact(second)
  expect(await lettersTo(first)).toEqual([])
  for (const _ of [1, 2]) await saveContact(first)
  expect(await lettersTo(first)).toHaveLength(1)
})

test('the links of all attempts to send the first letter can end the letters', async () => {
  const email = address()
  await saveContact(email)
  const sent: string[] = []
  const { send } = server.context.mail
  server.context.mail.send = (letter) => {
    sent.push(letter.text)
    return Promise.reject(new Error('no answer'))
  }
  await runDueJobs(server.context)
  server.context.mail.send = send
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db)
  expect(await lettersTo(email)).toHaveLength(1)
  const stop = await visitor(server).post(`/api/safety-stop/${tokenIn(sent[0]!)}`)
  expect(stop.body).toEqual({ stopped: true })
})

test('who may not name a contact, what is no contact, and the fourth new one of a day', async () => {
  const other = await buildProfessional(server)
  const asClient = await as(server, client)
  const answers = [
    await saveContact(address(), {}, visitor(server)),
    await saveContact(address(), {}, asClient),
    await saveContact(address(), {}, asPro, other),
    await saveContact(address(), {}, asClient, client),
    await asClient.get(contactPath()),
    await saveContact(address(), { name: ' ' }),
    await saveContact(address(), { name: 'x'.repeat(61) }),
    await saveContact(address(), { language: 'de' }),
    await saveContact('nobody'),
    await asPro.put(contactPath(), {}),
  ]
  expect(answers.map(answerOf)).toEqual([
    '401 not_signed_in',
    '403 not_yours',
    '403 not_yours',
    '403 not_yours',
    '403 not_yours',
    '422 invalid_input',
    '422 invalid_input',
    '422 invalid_input',
    '422 email_invalid',
    '422 invalid_input',
  ])
  expect((await asPro.get(contactPath())).body.contact).toBeNull()

  const third = address()
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => saveContact(address())))
  expect(tries.map(answerOf).toSorted()).toEqual([
    '200',
    '200',
    '200',
    '429 too_many_requests',
    '429 too_many_requests',
  ])
  const refused = await saveContact(third)
  expect([answerOf(refused), refused.headers['retry-after']]).toEqual([
    '429 too_many_requests',
    String(24 * 3600),
  ])
  now = after(24 * 60)
  expect(answerOf(await saveContact(third))).toBe('200')
})

test('a timer is set, moved and ended; each refusal in its order, and nothing is written', async () => {
  const answers = [
    await checkBy(CHECK_BY, visitor(server)),
    await checkBy(CHECK_BY, await as(server, client)),
    await asPro.put(`/api/bookings/${id}/safety`, { check_by: 'noon' }),
    await asPro.put('/api/bookings/none/safety', { check_by: null }),
    await checkBy(CHECK_BY, await as(server, await buildProfessional(server))),
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
  now = START
  await move(server, pro, id, 'completed')
  expect((await timer()).check_by).toBeNull()
  expect(answerOf(await checkBy(CHECK_BY))).toBe('409 booking_already_moved')
  expect(answerOf(await checkBy(null))).toBe('200')

  const poor = await buildProfessional(server, { credits: 0 })
  now = after(-24 * 60)
  const locked = await requestBooking(server, client, poor)
  const call = (await as(server, poor)).put(`/api/bookings/${locked}/safety`, { check_by: null })
  expect(answerOf(await call)).toBe('402 lead_locked')
})

test('a visit that its client moves and cancels keeps its timer, and the professional alone ends it', async () => {
  const { email } = await withContact()
  now = after(-60)
  await checkBy(CHECK_BY)
  const wish = { booking_date: '2026-12-02', booking_time: '09:00' }
  const { proposal } = (await asPro.post(`/api/bookings/${id}/proposals`, wish)).body
  const asClient = await as(server, client)
  await asClient.put(`/api/bookings/${id}/proposals/${proposal.id}`, { answer: 'accepted' })
  await move(server, client, id, 'cancelled', 'Plans changed')
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), may_set: false })
  now = after(181)
  await runAlarms()
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
    'Grace has not checked in',
  ])
  expect((await timer()).told_at).toBe(now.toISOString())
  expect(answerOf(await checkBy(null))).toBe('200')
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual(['Grace has checked in.'])
})

test('a visit that the professional cancels has no timer; one that an operator cancels keeps it', async () => {
  await withContact()
  now = after(-60)
  await checkBy(CHECK_BY)
  await move(server, pro, id, 'cancelled', 'I am ill')
  expect((await timers()).map(({ state }) => state)).toEqual(['ended'])

  now = new Date('2026-11-20T16:00:00Z')
  id = await requestBooking(server, client, pro, { booking_date: '2026-12-01' })
  await move(server, pro, id, 'accepted')
  now = after(-60)
  await checkBy(CHECK_BY)
  const why = { reason: 'Reported by a client', doneBy: 'Sam' }
  await suspendByOperator(server.context, pro.id, why, 'cancel')
  asPro = await as(server, pro)
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), may_set: false })
  expect(answerOf(await checkBy(after(300)))).toBe('403 account_suspended')
  expect(await findBroken(server)).toEqual({})
  expect(answerOf(await checkBy(null))).toBe('200')
  expect((await timer()).check_by).toBeNull()
})

// rule: account-deletion
test('the street stays for the alarm of a client who deletes the account, and goes with the link', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const gone = await (await as(server, client)).delete(`/api/users/${client.id}`, confirmed)
  expect(gone.status).toBe(200)
  now = after(181)
  await runAlarms()
  const token = tokenIn((await lettersTo(email))[0]!.text)
  const { body } = await visitor(server).get(`/api/safety/${token}`)
  expect(body.address).toBe('100 Congress Ave')
  const street = async () => (await timers())[0]!.address
  await JOBS['forget-visits'](server.context, {})
  expect(await street()).toBe('100 Congress Ave')
  now = after(181 + 24 * 60)
  await JOBS['forget-visits'](server.context, {})
  expect(await street()).toBeNull()
})

test('10 minutes before, a push tells the professional once, and nothing stands in a list', async () => {
  await withContact()
  await checkBy(CHECK_BY)
  const session = await server.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', pro.id)
    .executeTakeFirstOrThrow()
  const device = { endpoint: `https://push.example/${id}`, p256dh: 'k', auth: 'a' }
  const values = { ...device, user_id: pro.id, session_hash: session.token_hash }
  await server.db
    .insertInto('push_subscriptions')
    .values({ ...values, created_at: now })
    .execute()
  now = after(169)
  await runAlarms()
  await runDueJobs(server.context)
  expect(pushed).toEqual([])
  now = after(170)
  await Promise.all([runAlarms(), runAlarms()])
  await runDueJobs(server.context)
  const title = 'Check in now, or Rosa is told.'
  expect(pushed).toMatchObject([{ title, href: `/visits/${id}` }])
  const { notices } = (await asPro.get('/api/notices')).body
  expect(JSON.stringify(notices)).not.toContain('Rosa')

  // A check-in before the push leaves makes it untrue.
  await checkBy(after(190))
  now = after(181)
  await runAlarms()
  await checkBy(null)
  await runDueJobs(server.context)
  expect(pushed).toHaveLength(1)
})

test('two workers at once send one letter, with the place and a link', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = new Date(+CHECK_BY - 1)
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  now = after(181)
  await Promise.all([runAlarms(), runAlarms()])
  const letters = await lettersTo(email)
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  expect(letters.map(({ subject }) => subject)).toEqual(['Grace has not checked in'])
  const { text } = letters[0]!
  expect(text).toContain(
    'Grace asked us to write to you if they did not check in by Tue, Dec 1, 12:00 PM, Austin time. Call them at 512-555-0177. If you cannot reach them, call 911.',
  )
  expect(text).toContain('Austin, TX 78701')
  expect(text).not.toMatch(/Congress|Walker/)
  expect((await timer()).told_at).toBe(now.toISOString())

  const token = tokenIn(text)
  lines.length = 0
  const { status, body, headers } = await visitor(server).get(`/api/safety/${token}`)
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
  expect(lines.join()).toContain('/api/safety/…')
  expect(lines.join()).not.toContain(token)
  const [stored] = await timers()
  expect(JSON.stringify(stored)).not.toContain(token)

  now = after(200)
  await press('finished')
  const later = await lettersTo(email)
  expect(later.map(({ subject }) => subject)).toEqual(['Grace has checked in.'])
  expect(later[0]!.text).toMatch(/Do not write to me:\n\S+\/safety\/[\w-]{43}\?stop=1/)
  await checkBy(null)
  expect(await lettersTo(email)).toEqual([])
  expect((await visitor(server).get(`/api/safety/${token}`)).body.checked_in).toBe(true)

  now = after(181 + 24 * 60)
  expect(answerOf(await visitor(server).get(`/api/safety/${token}`))).toBe('404 not_found')
  expect(answerOf(await visitor(server).get('/api/safety/none'))).toBe('404 not_found')
  const openings = server.db.selectFrom('safety_openings').select('at')
  expect(await openings.where('timer_id', '=', stored!.id).execute()).toEqual([
    { at: after(181) },
    { at: after(200) },
  ])
})

// rule: undo-stage
test("a 'finished' before the alarm sends no letter, and taking it back lets the timer run again", async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = after(178)
  await press('finished')
  expect(answerOf(await checkBy(after(300)))).toBe('409 stage_order')
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  expect((await timer()).check_by).toBe(CHECK_BY.toISOString())
  await press('finished')
  now = after(181)
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  await runAlarms()
  expect((await timer()).check_by).toBeNull()
  expect(await lettersTo(email)).toEqual([])

  await checkBy(after(240))
  await press('finished')
  await saveContact(null)
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  expect((await timers()).map(({ state }) => state)).toEqual(['finished'])
  expect(await findBroken(server)).toEqual({})
})

test("of an alarm and a 'finished' at once, the first decides", async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = after(180)
  const other = await server.context.pool.connect()
  await other.query('begin')
  await other.query(`update safety_timers set state = 'finished' where booking_id = '${id}'`)
  // The job neither waits for the press nor overtakes it.
  await runAlarms()
  await other.query('commit')
  other.release()
  await runAlarms()
  expect(await lettersTo(email)).toEqual([])
  await sql`update safety_timers set state = 'running' where booking_id = ${id}`.execute(server.db)
  await Promise.all([runAlarms(), press('finished')])
  const subjects = (await lettersTo(email)).map(({ subject }) => subject)
  // Told before the press or not at all, and never without the end of it.
  expect([0, 2]).toContain(subjects.length)
})

test('a provider that is down delays the letter, and a check-in meanwhile makes it needless', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = after(181)
  await runAlarms()
  const [{ id: timer_id } = { id: '' }] = await timers()
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  const down = { ...server.context.mail, send: () => Promise.reject(new Error('try later')) }
  const alarm = { timer_id, about: 'alarm' } as const
  await expect(
    JOBS['send-safety-letter']({ ...server.context, mail: down }, alarm),
  ).rejects.toThrow('try later')
  expect(await timer()).toMatchObject({ check_by: CHECK_BY.toISOString(), told_at: null })
  now = after(185)
  const untold = { check_by: null, told_at: null, told_contact: 'Rosa', is_untold: true }
  expect(await timer()).toMatchObject(untold)
  await checkBy(null)
  await JOBS['send-safety-letter'](server.context, alarm)
  // The letter may have arrived, whatever the mail server answered.
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual(['Grace has checked in.'])
})

test('the links of all attempts to send an alarm stay valid, and a check-in before the first sends nothing', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = after(181)
  await runAlarms()
  await saveContact(address(), { name: 'Mara' })
  const sent: string[] = []
  const breaking = {
    ...server.context.mail,
    send: ({ text }: { text: string }) => {
      sent.push(text)
      return Promise.reject(new Error('no answer'))
    },
  }
  const alarm = { timer_id: (await timers())[0]!.id, about: 'alarm' } as const
  const send = JOBS['send-safety-letter']({ ...server.context, mail: breaking }, alarm)
  await expect(send).rejects.toThrow('no answer')
  const [second] = await lettersTo(email)
  for (const text of [sent[0]!, second!.text]) {
    expect(answerOf(await visitor(server).get(`/api/safety/${tokenIn(text)}`))).toBe('200')
  }
  expect(await timer()).toMatchObject({ contact: 'Mara', told_contact: 'Rosa' })

  await checkBy(after(300))
  now = after(301)
  await runAlarms()
  await checkBy(null)
  expect(await lettersTo(email)).toHaveLength(1)
})

test('the fourth alarm of a day is not sent, and the timer says so', async () => {
  const { email } = await withContact()
  for (const nth of [1, 2, 3, 4]) {
    await checkBy(after(15 * nth))
    now = after(15 * nth)
    await runAlarms()
    await runDueJobs(server.context)
  }
  expect(await timer()).toMatchObject({
    check_by: null,
    told_at: null,
    told_contact: 'Rosa',
    is_untold: true,
  })
  await checkBy(null)
  const letters = await lettersTo(email)
  const alarms = letters.filter(({ subject }) => subject === 'Grace has not checked in')
  expect([alarms.length, letters.length]).toEqual([3, 6])
  // Every alarm has the link that ends all of them.
  const [, stopToken] = /Do not write to me:\n\S+\/safety\/([\w-]{43})\?stop=1/.exec(
    alarms[0]!.text,
  )!
  for (const _ of [1, 2]) {
    expect(answerOf(await visitor(server).post(`/api/safety-stop/${stopToken}`))).toBe('200')
  }
  expect(answerOf(await saveContact(email))).toBe('409 safety_contact_declined')
  const kept = (await timers()).map((one) => [one.email, one.language, one.contact_name])
  expect(kept).toEqual(kept.map(() => [null, null, null]))
  expect(kept).toHaveLength(4)
})

test('of two alarms that are sent at once, only one is the third of the day', async () => {
  await withContact()
  now = new Date('2026-11-20T16:00:00Z')
  const later = await requestBooking(server, client, pro, { booking_date: '2026-12-02' })
  now = START
  for (const nth of [1, 2, 3]) {
    await checkBy(after(15 * nth))
    now = after(15 * nth)
    await runAlarms()
    if (nth < 3) await runDueJobs(server.context)
  }
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  await sql`insert into safety_timers (booking_id, check_by, state, created_at, alarmed_at, email, email_hash, language)
    select ${later}, check_by, state, created_at, alarmed_at, email, email_hash, language from safety_timers
    where booking_id = ${id} and state = 'alarmed'`.execute(server.db)
  const alarmed = await server.db
    .selectFrom('safety_timers')
    .select('id')
    .where('booking_id', 'in', [id, later])
    .where('state', '=', 'alarmed')
    .execute()
  await Promise.all(
    alarmed.map((one) =>
      JOBS['send-safety-letter'](server.context, { timer_id: one.id, about: 'alarm' }),
    ),
  )
  const rows = await server.db
    .selectFrom('safety_timers')
    .select(['alarm_sent_at', 'untold_at'])
    .where('booking_id', 'in', [id, later])
    .where('state', '=', 'alarmed')
    .execute()
  expect(rows.filter((row) => row.alarm_sent_at)).toHaveLength(1)
  expect(rows.filter((row) => row.untold_at)).toHaveLength(1)
})

test('a contact who stops the letters after or during an alarm is forgotten, and the professional hears of it', async () => {
  const { email, stopToken } = await withContact()
  await checkBy(CHECK_BY)
  now = after(181)
  await runAlarms()
  const [{ id: timer_id } = { id: '' }] = await timers()
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  const down = { ...server.context.mail, send: () => Promise.reject(new Error('no answer')) }
  const alarm = { timer_id, about: 'alarm' } as const
  const send = JOBS['send-safety-letter']({ ...server.context, mail: down }, alarm)
  await expect(send).rejects.toThrow('no answer')
  await visitor(server).post(`/api/safety-stop/${stopToken}`)
  await JOBS['send-safety-letter'](server.context, alarm)
  expect(await lettersTo(email)).toEqual([])
  const answer = { check_by: null, told_at: null, told_contact: null, contact_stopped: false }
  expect(await timer()).toMatchObject({ ...answer, is_untold: true })

  const other = await withContact()
  await checkBy(after(240))
  now = after(240)
  await runAlarms()
  const token = tokenIn((await lettersTo(other.email))[0]!.text)
  await visitor(server).post(`/api/safety-stop/${token}`)
  const told = { ...answer, told_at: now.toISOString(), contact_stopped: true }
  expect(await timer()).toMatchObject({ ...told, is_untold: false })
  await checkBy(null)
  expect(await lettersTo(other.email)).toEqual([])
  const { notices } = (await asPro.get('/api/notices')).body
  const title = 'Your safety contact does not want to be written to'
  expect(notices.filter((notice: { title: string }) => notice.title === title)).toHaveLength(2)
  expect(await findBroken(server)).toEqual({})
})

test("'Do not write to me' holds for every professional, and only its button presses it", async () => {
  const { email, stopToken } = await withContact()
  now = new Date('2026-11-20T16:00:00Z')
  const later = await requestBooking(server, client, pro, { booking_date: '2026-12-02' })
  now = START
  await checkBy(CHECK_BY)
  // A timer of another visit: one notice tells of both.
  await sql`insert into safety_timers (booking_id, check_by, state, created_at)
    select ${later}, check_by + interval '1 day', state, created_at from safety_timers where booking_id = ${id}`.execute(
    server.db,
  )
  expect(answerOf(await visitor(server).get(`/api/safety/${stopToken}`))).toBe('404 not_found')
  expect((await asPro.get(contactPath())).body.contact.email).toBe(email)
  const stop = (token: string) => visitor(server).post(`/api/safety-stop/${token}`)
  expect(answerOf(await stop('none'))).toBe('404 not_found')
  for (const _ of [1, 2]) expect((await stop(stopToken)).body).toEqual({ stopped: true })

  expect((await asPro.get(contactPath())).body).toEqual({ contact: null })
  expect((await timer()).check_by).toBeNull()
  const declined = '409 safety_contact_declined'
  expect(answerOf(await saveContact(email))).toBe(declined)
  const other = await buildProfessional(server)
  const asOther = await as(server, other)
  expect(answerOf(await saveContact(email.toUpperCase(), {}, asOther, other))).toBe(declined)
  expect((await asOther.get(contactPath(other))).body.contact).toBeNull()
  expect(await lettersTo(email)).toEqual([])
  const { notices } = (await asPro.get('/api/notices')).body
  expect(notices[0]).toMatchObject({
    title: 'Your safety contact does not want to be written to',
    href: '/settings/safety',
  })
  expect(notices[1]?.title).not.toBe(notices[0].title)
})

// rule: safety-secrecy
test('no answer to the client shows contact, timer or alarm', async () => {
  const email = address()
  await saveContact(email, { name: 'Zq7 Rosa' })
  await checkBy(CHECK_BY)
  now = after(181)
  await runAlarms()
  await runDueJobs(server.context)
  const asClient = await as(server, client)
  expect(answerOf(await asClient.get(`/api/bookings/${id}/safety`))).toBe('403 professionals_only')
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const answers = await Promise.all([
    asClient.get(`/api/bookings/${id}`),
    asClient.get(`/api/bookings/${id}/visit`),
    asClient.get(`/api/bookings/client/${client.id}`),
    asClient.get(`/api/chat/messages/${client.id}/${pro.id}`),
    asClient.get(`/api/chat/conversations/${client.id}`),
    asClient.get(`/api/professional/public-view/${pro.id}`),
    asClient.get('/api/notices'),
    asClient.get(`/api/users/${client.id}/export`, confirmed),
  ])
  expect(answers.map(answerOf)).toEqual(answers.map(() => '200'))
  for (const { body } of answers) {
    const { safety_contact, safety_timers, ...rest } = body
    expect([safety_contact ?? null, safety_timers ?? []]).toEqual([null, []])
    expect(JSON.stringify(rest)).not.toMatch(/safety_|check_by|Zq7|contact-\d/i)
    expect(JSON.stringify(rest)).not.toContain(CHECK_BY.toISOString())
  }
})

// rule: safety-forgotten, account-export, account-deletion
test('the download has contact and timers, 90 days later timers are forgotten, and deletion erases all', async () => {
  const { email } = await withContact()
  await checkBy(CHECK_BY)
  now = after(181)
  await runAlarms()
  const token = tokenIn((await lettersTo(email))[0]!.text)
  await visitor(server).get(`/api/safety/${token}`)
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const { body } = await asPro.get(`/api/users/${pro.id}/export`, confirmed)
  expect(body).toMatchObject({
    safety_contact: { name: 'Rosa', email },
    safety_timers: [{ booking_id: id, state: 'alarmed', told: email, openings: 1 }],
  })
  expect(body.safety_timers[0].opened_at).toHaveLength(1)

  now = new Date(+CHECK_BY + 90 * 24 * 60 * MINUTE_MS)
  await JOBS['forget-visits'](server.context, {})
  expect(await timers()).toHaveLength(1)
  now = new Date(+now + MINUTE_MS)
  await JOBS['forget-visits'](server.context, {})
  expect([(await timers()).length, await rowsOf('safety_invitations')]).toEqual([0, 1])
  asPro = await as(server, pro)
  await saveContact(null)
  await JOBS['forget-visits'](server.context, {})
  expect(await rowsOf('safety_invitations')).toBe(0)

  now = START
  await saveContact(address())
  await checkBy(CHECK_BY)
  expect((await asPro.delete(`/api/users/${pro.id}`, confirmed)).status).toBe(200)
  expect(await timers()).toEqual([])
  expect([await rowsOf('safety_contacts'), await rowsOf('safety_invitations')]).toEqual([0, 0])
})

async function rowsOf(table: 'safety_contacts' | 'safety_invitations'): Promise<number> {
  const rows = await server.db
    .selectFrom(table)
    .select('professional_id')
    .where('professional_id', '=', pro.id)
    .execute()
  return rows.length
}
