import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '../builders/account.ts'
import { NOW, move, requestBooking } from '../builders/booking.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import { photo } from '../builders/form.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export const START = new Date('2026-12-01T15:00:00Z')
export const END = new Date('2026-12-01T17:00:00Z')
const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const after = (from: Date, minutes: number) => new Date(+from + minutes * MINUTE_MS)
export const STATEMENT = 'The oven was not cleaned at all.'

type Person = { id: string }
type Harness = {
  server: TestServer
  now: Date
  image: File
  client: Person
  pro: Person
  /** The accepted booking, from START to END. */
  booking: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with an accepted visit; the
 * helpers press its stages, report problems and no-shows, and answer them.
 */
export function problemsHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => harness.now })
    harness.image = await photo()
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, { first_name: 'Ana' })
    harness.pro = await buildProfessional(harness.server)
    harness.booking = await requestBooking(harness.server, harness.client, harness.pro)
    await move(harness.server, harness.pro, harness.booking, 'accepted')
  })

  const { writeMessage, noShowOf, leave } = besideProblems(harness)

  /** The answer of a call as '409 problem_open', or '200' and the problem. */
  async function send(
    person: { id: string },
    method: 'get' | 'post' | 'put',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ) {
    const caller = await as(harness.server, person)
    const { status, body: answer } = await (method === 'get'
      ? caller.get(url)
      : caller[method](url, body ?? {}, headers))
    return { was: status === 200 ? '200' : `${status} ${answer.code}`, ...answer }
  }

  const report = (person: { id: string }, body: object, headers?: Record<string, string>) =>
    send(
      person,
      'post',
      `/api/bookings/${harness.booking}/problems`,
      { statement: STATEMENT, ...body },
      headers,
    )

  const press = (stage: string, facts: object = {}) =>
    send(harness.pro, 'post', `/api/bookings/${harness.booking}/stages`, { stage, ...facts })

  /** A finished visit with a missed task that the client has reported; the problem's id. */
  async function reportedTask(): Promise<string> {
    harness.now = END
    await press('finished')
    const { was, problem } = await report(harness.client, { kind: 'missed_task' })
    expect(was).toBe('200')
    return problem.id
  }

  /** A no-show that the client reports half an hour after the start; the problem's id. */
  async function reportedNoShow(): Promise<string> {
    harness.now = START
    await writeMessage(harness.client)
    harness.now = after(START, 30)
    const { was, problem } = await report(harness.client, { kind: 'no_show' })
    expect(was).toBe('200')
    return problem.id
  }

  return {
    harness,
    send,
    report,
    press,
    writeMessage,
    reportedTask,
    reportedNoShow,
    noShowOf,
    leave,
  }
}

/** The helpers of a test beside the calls of problems: a message, the stored no-show, the deletion of an account. */
function besideProblems(harness: Harness) {
  const writeMessage = (person: { id: string }) =>
    harness.server.db
      .insertInto('messages')
      .columns(['conversation_id', 'sender_id', 'receiver_id', 'kind', 'text', 'created_at'])
      .expression(
        harness.server.db
          .selectFrom('leads')
          .select(({ val, cast }) => [
            'conversation_id',
            cast<string>(val(person.id), 'uuid').as('sender_id'),
            cast<string>(
              val(person.id === harness.client.id ? harness.pro.id : harness.client.id),
              'uuid',
            ).as('receiver_id'),
            cast<string>(val('text'), 'text').as('kind'),
            cast<string>(val('Where are you?'), 'text').as('text'),
            cast<Date>(val(harness.now), 'timestamptz').as('created_at'),
          ])
          .where('client_id', '=', harness.client.id),
      )
      .execute()

  const noShowOf = async () =>
    (
      await harness.server.db
        .selectFrom('bookings')
        .select('no_show')
        .where('id', '=', harness.booking)
        .executeTakeFirstOrThrow()
    ).no_show

  /** Deletes the account of a person. */
  async function leave({ id }: { id: string }): Promise<void> {
    const password_hash = await hashPassword(PASSWORD)
    await harness.server.db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .execute()
    const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
    const left = await (await as(harness.server, { id })).delete(`/api/users/${id}`, headers)
    expect(left.status).toBe(200)
  }

  return { writeMessage, noShowOf, leave }
}
