// rule: reclean, problem-moves
import { describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { move, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { findBroken } from '#server/test/invariants.ts'
import { STATEMENT, problemsHarness } from '#server/test/harness/problems-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { moveProblems } from './problem-jobs.ts'

const { harness, send, reportedTask } = problemsHarness()

describe('a re-clean', () => {
  const OFFERED = { booking_date: '2026-12-03', booking_time: '10:00', estimated_hours: 1 }
  const offer = (id: string, reclean: object = OFFERED) =>
    send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT, reclean })
  const accept = (id: string) => send(harness.client, 'post', `/api/problems/${id}/reclean`)

  test('is booked for nothing, and its end starts the last 72 hours', async () => {
    const id = await reportedTask()
    const past = { ...OFFERED, booking_date: '2026-11-30' }
    expect((await offer(id, past)).was).toBe('422 time_in_past')
    expect((await offer(id)).problem).toMatchObject({
      state: 'answered',
      reclean: { ...OFFERED, starts_at: '2026-12-03T16:00:00.000Z', booking_id: null },
    })
    expect((await send(harness.pro, 'post', `/api/problems/${id}/reclean`)).was).toBe(
      '403 clients_only',
    )
    // The offer of today does not count: the tasks are those of the first visit.
    const { db } = harness.server
    const { id: professional_id } = harness.pro
    await db
      .insertInto('offers')
      .values({ professional_id, languages: ['en'] })
      .execute()
    const offered = { professional_id, service_type: 'standard', included: ['dust'] }
    await db.insertInto('offer_services').values(offered).execute()
    const { problem } = await accept(id)
    expect(problem).toMatchObject({ state: 'reclean_booked', answer_until: null })
    expect((await accept(id)).problem).toEqual(problem)
    const reclean = problem.reclean.booking_id
    const { booking: booked } = await send(harness.client, 'get', `/api/bookings/${reclean}`)
    expect(booked).toMatchObject({
      status: 'accepted',
      total_amount: 0,
      reclean_of: harness.booking,
      starts_at: '2026-12-03T16:00:00.000Z',
      lines: [
        { kind: 'labour', hours: 1, rate: 65, amount: 65 },
        { kind: 'reclean', amount: -65 },
      ],
    })
    const { pro, client } = harness
    // The notice tells the professional that it is the re-clean. The client, who booked it, gets none.
    await runDueJobs(harness.server.context)
    const toldOf = async (person: { id: string }): Promise<string[]> =>
      (await send(person, 'get', '/api/notices')).notices.map(
        ({ title }: { title: string }) => title,
      )
    expect(await toldOf(pro)).toContainEqual(
      expect.stringMatching(/^Ana accepted your re-clean: Thu, Dec 3, 10:00 AM, /),
    )
    const accepted = (await toldOf(client)).filter((title) => title.includes('accepted'))
    expect(accepted).toHaveLength(1)
    const { messages } = await send(client, 'get', `/api/chat/messages/${client.id}/${pro.id}`)
    expect(messages.at(-1)).toMatchObject({
      booking_event: 'accepted',
      booking: { id: reclean, reclean_of: harness.booking },
    })
    const day = `?from=${OFFERED.booking_date}&days=1`
    const { days } = await send(pro, 'get', `/api/professional/agenda/${pro.id}${day}`)
    expect(days[0].visits[0].reclean_of).toBe(harness.booking)
    const { visit } = await send(client, 'get', `/api/bookings/${reclean}/visit`)
    expect(visit.reclean_of).toBe(harness.booking)
    const { booking: added } = await send(client, 'get', `/api/bookings/${reclean}`)
    expect([added.requested, added.history[0].what]).toEqual([false, 'added'])
    const includedOf = async (booking: string) => {
      const { agreement } = await send(harness.client, 'get', `/api/bookings/${booking}/agreement`)
      return agreement.columns[0].sections
        .flatMap(({ lines }: { lines: string[] }) => lines)
        .find((line: string) => line.startsWith('Included: '))
    }
    expect(await includedOf(reclean)).toBe(await includedOf(harness.booking))
    // rule: visit-reminders
    harness.now = new Date('2026-12-02T16:00:00Z')
    await JOBS['remind-of-visits'](harness.server.context, {})
    const reminders = db.selectFrom('notices').select('kind').where('booking_id', '=', reclean)
    const kinds = (await reminders.where('kind', 'like', 'reminder.%').execute()).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['reminder.day', 'reminder.day'])
    // Before the re-clean has ended the job does nothing, however late it is.
    harness.now = new Date('2026-12-03T17:00:00Z')
    await move(harness.server, harness.pro, reclean, 'completed')
    const { problem: waiting } = await send(harness.client, 'get', `/api/problems/${id}`)
    expect(waiting.answer_until).toBe('2026-12-06T17:00:00.000Z')
    harness.now = new Date('2026-12-06T16:59:59Z')
    await moveProblems(harness.server.context)
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.state).toBe(
      'reclean_booked',
    )
    harness.now = new Date('2026-12-06T17:00:00Z')
    await moveProblems(harness.server.context)
    expect((await accept(id)).problem.state).toBe('solved')
    await runDueJobs(harness.server.context)
    expect(await findBroken(harness.server)).toEqual({})
  })

  test.each([
    { by: 'professional', state: 'disputed', answer_until: null, may: ['add_photo'] },
    {
      by: 'client',
      state: 'answered',
      answer_until: '2026-12-05T12:00:00.000Z',
      may: ['solved', 'not_solved', 'withdrawn', 'add_photo'],
    },
  ])('that the $by cancels solves nothing: the problem is $state', async ({ by, ...expected }) => {
    const id = await reportedTask()
    await offer(id)
    const { problem } = await accept(id)
    harness.now = new Date('2026-12-02T12:00:00Z')
    const side = by === 'client' ? harness.client : harness.pro
    await move(harness.server, side, problem.reclean.booking_id, 'cancelled', 'Ill')
    // The clock moves it from the moment of the cancellation on, also if the job is late.
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.may).toEqual([])
    harness.now = new Date('2026-12-02T13:00:00Z')
    await moveProblems(harness.server.context)
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem).toMatchObject(
      expected,
    )
    expect((await accept(id)).problem).toMatchObject(expected)
    harness.now = new Date('2026-12-05T12:00:00Z')
    await moveProblems(harness.server.context)
    const { state } = (await send(harness.client, 'get', `/api/problems/${id}`)).problem
    expect(state).toBe(by === 'client' ? 'solved' : 'disputed')
  })

  test('is not booked with somebody who is suspended or blocked', async () => {
    const id = await reportedTask()
    await offer(id)
    const block = { blocker_id: harness.pro.id, blocked_id: harness.client.id, at: harness.now }
    await harness.server.db.insertInto('blocks').values(block).execute()
    expect((await accept(id)).was).toBe('409 slot_taken')
    await harness.server.db.deleteFrom('blocks').where('blocker_id', '=', harness.pro.id).execute()
    expect((await accept(id)).was).toBe('200')
  })

  test('whose time is taken is refused, and the problem stays answered', async () => {
    const id = await reportedTask()
    await offer(id)
    const other = await buildClient(harness.server)
    const taken = await requestBooking(harness.server, other, harness.pro, {
      booking_date: '2026-12-03',
      booking_time: '10:00',
    })
    await move(harness.server, harness.pro, taken, 'accepted')
    const before = await rowCounts(harness.server)
    expect((await accept(id)).was).toBe('409 slot_taken')
    expect(await rowCounts(harness.server)).toEqual(before)
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.state).toBe(
      'answered',
    )
    await move(harness.server, harness.pro, taken, 'cancelled', 'Ill')
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.may).toContain(
      'reclean',
    )
    harness.now = new Date('2026-12-03T16:00:00Z')
    expect((await accept(id)).was).toBe('409 slot_taken')
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.may).not.toContain(
      'reclean',
    )
  })
})
