import PostalMime from 'postal-mime'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { logRequest } from '#server/compose.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { emptyQueue } from '#server/test/queue.ts'
import { PASSWORD } from '../builders/account.ts'
import { move, requestBooking } from '../builders/booking.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export const MINUTE_MS = 60_000
/** The visit is on December 1, from 9:00 to 11:00 in Austin. */
export const START = new Date('2026-12-01T15:00:00Z')
export const after = (minutes: number) => new Date(+START + minutes * MINUTE_MS)
export const CHECK_BY = after(180)

type Person = { id: string }
type Harness = {
  server: TestServer
  now: Date
  password_hash: string
  client: Person
  pro: Person
  asPro: Caller
  /** The accepted booking. */
  id: string
  /** The lines of the log. */
  lines: string[]
  pushed: { title: string; href: string }[]
}

/**
 * A server for all tests of a file, with a clock that a test moves; it keeps what is logged and pushed. Each test
 * begins at the start of an accepted visit of a professional with a proved address. The helpers name contacts, set
 * timers and read letters.
 */
export function safetyHarness() {
  const harness = { now: START, lines: [], pushed: [] } as unknown as Harness
  let people = 0
  let lettersSeen = 0

  startServer(harness)
  beforeEach(async () => {
    harness.now = new Date('2026-11-20T16:00:00Z')
    const { server, password_hash } = harness
    harness.client = await buildClient(server, { password_hash })
    const name = { first_name: 'Grace', last_name: 'Walker', phone: '512-555-0177' }
    const user = { ...name, password_hash, email_verified_at: harness.now }
    harness.pro = await buildProfessional(server, { full_name: 'Grace Walker', user })
    harness.asPro = await as(server, harness.pro)
    harness.id = await requestBooking(server, harness.client, harness.pro)
    await move(server, harness.pro, harness.id, 'accepted')
    await runDueJobs(server.context)
    await emptyQueue(server.db)
    lettersSeen = (await server.letters()).length
    harness.pushed.length = 0
    harness.now = START
  })

  const address = () => `contact-${++people}@example.com`
  const contactPath = (who = harness.pro) => `/api/professional/safety/${who.id}`
  const saveContact = (
    email: string | null,
    facts: object = {},
    who = harness.asPro,
    whose = harness.pro,
  ) =>
    who.put(contactPath(whose), {
      contact: email === null ? null : { name: 'Rosa', email, language: 'en', ...facts },
    })
  const checkBy = (at: Date | null, who = harness.asPro) =>
    who.put(`/api/bookings/${harness.id}/safety`, { check_by: at?.toISOString() ?? null })
  const timer = async () => (await harness.asPro.get(`/api/bookings/${harness.id}/safety`)).body
  const press = (stage: string) =>
    harness.asPro.post(`/api/bookings/${harness.id}/stages`, { stage })
  const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? '200' : `${status} ${body.code}`
  /** Runs the jobs, and returns the letters to this address since the last call. */
  async function lettersTo(email: string) {
    await runDueJobs(harness.server.context)
    const all = await harness.server.letters()
    const parsed = await Promise.all(all.slice(lettersSeen).map((one) => PostalMime.parse(one)))
    lettersSeen = all.length
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

  return {
    harness,
    address,
    contactPath,
    saveContact,
    checkBy,
    timer,
    press,
    answerOf,
    lettersTo,
    tokenIn,
    withContact,
    ...alarmsOf(harness),
  }
}

/** Starts a server that keeps what it logs and pushes in the harness, and stops it in the end. */
function startServer(harness: Harness): void {
  beforeAll(async () => {
    const quiet = await testServer({}, { now: () => harness.now })
    const options = { level: 'trace', serializers: { req: logRequest } }
    const log = pino(options, { write: (line: string) => void harness.lines.push(line) })
    const send = (_to: unknown, text: string) => {
      harness.pushed.push(JSON.parse(text))
      return Promise.resolve('sent' as const)
    }
    const context = { ...quiet.context, log, push: { ...quiet.context.push, send } }
    await quiet.app.close()
    const app = await buildApp(context, { eventLoopDelayMsMax: Infinity })
    harness.server = { ...quiet, context, app }
    harness.password_hash = await hashPassword(PASSWORD)
  })
  afterAll(async () => {
    await harness.server.app.close()
    await harness.server.close()
  })
}

/** Runs the job that raises alarms, and reads the stored timers. */
function alarmsOf(harness: Harness) {
  const runAlarms = () => JOBS['safety-alarms'](harness.server.context, {})
  const timers = () =>
    harness.server.db
      .selectFrom('safety_timers')
      .selectAll()
      .where('booking_id', '=', harness.id)
      .execute()
  /** Raises the alarm of the only timer while the mail service is down. Returns the payload of the job that failed. */
  async function alarmWithoutMail() {
    await runAlarms()
    const [{ id: timer_id } = { id: '' }] = await timers()
    await emptyQueue(harness.server.db)
    const mail = {
      ...harness.server.context.mail,
      send: () => Promise.reject(new Error('no answer')),
    }
    const alarm = { timer_id, about: 'alarm' } as const
    const send = JOBS['send-safety-letter']({ ...harness.server.context, mail }, alarm)
    await expect(send).rejects.toThrow('no answer')
    return alarm
  }
  return { runAlarms, timers, alarmWithoutMail }
}
