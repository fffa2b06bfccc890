import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { readDueFeeds } from '#server/calendar/busy/read-feeds.ts'
import { buildProfessional } from '../builders/build.ts'
import { NOW } from '../builders/booking.ts'
import { as, visitor } from '../call.ts'
import { sendForm } from '../builders/form.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export type Person = { id: string }
export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export const HOUR_MS = 3_600_000
export const SECRET = 'secret-3f1c'
export const MORNING = '09:00 09:30 10:00 10:30 11:00'
export const AFTER_NINE = '10:00 10:30 11:00'

type Harness = {
  server: TestServer
  now: Date
  pro: Person
  /** The address of the feed's server, what it answers, and the requests that reached it. */
  origin: string
  respond: Respond
  requests: IncomingMessage[]
}

/**
 * A server for all tests of a file, with a clock that a test moves, and beside it the server of a calendar feed. Each
 * test begins with a professional who works on Tuesday mornings; the helpers add calendars and read what is free.
 */
export function busyTimesHarness() {
  const harness = { now: NOW } as Harness
  startServers(harness)
  beforeEach(async () => {
    harness.now = NOW
    harness.requests = []
    serve(calendar(['a', '20261201T150000Z']))
    harness.pro = await buildProfessional(harness.server)
    const plan = [{ weekday: 2, from: '09:00', to: '12:00' }]
    await (
      await as(harness.server, harness.pro)
    ).put(`/api/professional/time/${harness.pro.id}`, { plan })
  })

  const serve = (text: string | Buffer, headers: Record<string, string> = {}) => {
    harness.respond = (_, response) => response.writeHead(200, headers).end(text)
  }

  const urlOf = ({ id }: Person, rest = '') => `/api/professional/busy/${id}${rest}`
  const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? '200' : `${status} ${body.code}`
  const calendarsOf = async (person: Person) =>
    (await (await as(harness.server, person)).get(urlOf(person))).body.calendars
  const upload = (
    person: Person,
    text: string,
    fields: Record<string, string> = { label: 'Home' },
  ) =>
    sendForm(harness.server, person, 'POST', urlOf(person, '/files'), {
      file: new File([text], 'home.ics', { type: 'text/calendar' }),
      ...fields,
    })
  const addFeed = async (person: Person, feed_url: string, label = 'Work') =>
    (await as(harness.server, person)).post(urlOf(person, '/feeds'), { feed_url, label })
  /** A feed at the test's own server that was read once. */
  async function readFeed(person: Person) {
    const { status, body } = await addFeed(person, `${harness.origin}/${SECRET}.ics`)
    expect([status, body.calendar.state]).toEqual([200, 'waiting'])
    await runDueJobs(harness.server.context)
    return body.calendar.id as string
  }
  /** Reads it again an hour later, and returns what it says. */
  async function readAgain(person: Person, hours = 1) {
    harness.now = new Date(harness.now.getTime() + hours * HOUR_MS)
    await readDueFeeds(harness.server.context)
    const [{ state, problem, intervals, read_at }] = await calendarsOf(person)
    return { state, problem, intervals, read_at }
  }
  /** The free times on Tuesday, December 1 for a visit of an hour. */
  async function freeTimes({ id }: Person) {
    const query = 'zip_code=78701&hours=1&from=2026-12-01&to=2026-12-01'
    const { body } = await visitor(harness.server).get(`/api/professional/slots/${id}?${query}`)
    return body.days[0].slots.map(({ time }: { time: string }) => time).join(' ')
  }

  return {
    harness,
    calendar,
    serve,
    urlOf,
    answerOf,
    calendarsOf,
    upload,
    addFeed,
    readFeed,
    readAgain,
    freeTimes,
  }
}

/** Starts the server of the feed and the server of the tests, which may read the feed, and stops both in the end. */
function startServers(harness: Harness): void {
  const feedServer = createServer((request, response) => {
    harness.requests.push(request)
    harness.respond(request, response)
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => void feedServer.listen(0, '127.0.0.1', resolve))
    harness.origin = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}`
    harness.server = await testServer(
      { CALENDAR_TEST_ORIGIN: harness.origin, RATE_LIMIT_SCALE: '1' },
      { now: () => harness.now },
    )
  })
  afterAll(async () => {
    feedServer.closeAllConnections()
    feedServer.close()
    await harness.server.close()
  })
}

/** Events of an hour, each with its UID and start. */
function calendar(...events: [uid: string, start: string, ...more: string[]][]): string {
  const lines = events.flatMap(([uid, start, ...more]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${start}`,
    'DURATION:PT1H',
    'SUMMARY:Dentist',
    ...more,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}
