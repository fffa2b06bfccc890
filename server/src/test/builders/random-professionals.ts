import fc from 'fast-check'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { dateOfDay, dayOfDate } from '#server/calendar/plan/zone-clock.ts'
import { insertBooking } from './booking.ts'
import { buildClient, buildProfessional } from './build.ts'
import type { TestServer } from '../server.ts'

/** The autumn and the spring clock change are both near. */
export const RANDOM_NOW = new Date('2026-10-20T16:10:00Z')
export const FIRST_DAY = dayOfDate('2026-10-20')
export const RANDOM_HOMES = ['78701', '79901', '85001', '02118', '96813']
const BASES = ['78701', '79901', '85001', '10001', '90001', null]
const minute = fc.integer({ min: 0, max: 48 }).map((cell) => cell * 30)
const interval = fc
  .tuple(minute, minute)
  .filter(([from, to]) => from !== to)
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const weekday = fc.integer({ min: 1, max: 7 })
const fact = fc.record({
  base_zip: fc.constantFrom(...BASES),
  areas: fc.subarray(RANDOM_HOMES, { minLength: 2 }),
  stated: fc.constantFrom(true, true, true, false),
  whole: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  plan: fc.uniqueArray(fc.record({ weekday, interval }), {
    selector: (one) => one.weekday,
    maxLength: 7,
  }),
  rules: fc.record({
    buffer_minutes: fc.constantFrom(0, 0, 15, 240),
    travel: fc.boolean(),
    notice_hours: fc.constantFrom(0, 24, 24, 336),
    horizon_days: fc.constantFrom(1, 60, 365),
    max_visits_a_day: fc.constantFrom(null, null, 1),
    max_hours_a_day: fc.constantFrom(null, null, 3, 8),
    min_hours: fc.constantFrom(1, 1, 1, 3),
    instant_booking: fc.constantFrom('off', 'verified'),
    over_breaks: fc.constantFrom(true, true, false),
  }),
  /** Cuts hours that lie around it; the longest ones are no break. */
  lunch: fc.record({
    from: fc.integer({ min: 14, max: 32 }).map((cell) => cell * 30),
    length: fc.integer({ min: 0, max: 5 }).map((cells) => cells * 30),
  }),
  paused: fc.option(fc.integer({ min: 0, max: 40 })),
  exceptions: fc.array(
    fc.record({
      kind: fc.constantFrom('off', 'extra'),
      day: fc.integer({ min: -1, max: 40 }),
      days: fc.integer({ min: 0, max: 3 }),
      interval: fc.option(interval),
    }),
    { maxLength: 4 },
  ),
  visits: fc.uniqueArray(fc.integer({ min: -1, max: 30 }), { maxLength: 6 }),
  visitHour: fc.integer({ min: 0, max: 23 }),
  visitHours: fc.constantFrom(...BOOKING_HOURS),
  busy: fc.uniqueArray(fc.integer({ min: -24, max: 30 * 24 }), { maxLength: 4 }),
})
type Facts = typeof fact extends fc.Arbitrary<infer T> ? T : never

/** 40 professionals with random hours, rules, visits and busy times, the same in each run. Returns their ids. */
export async function buildRandomProfessionals(server: TestServer): Promise<string[]> {
  const client = await buildClient(server)
  const ids: string[] = []
  for (const one of fc.sample(fact, { numRuns: 40, seed: 5 })) {
    const { id } = await buildProfessional(server, { areas: one.areas })
    ids.push(id)
    await insertTimes(server, id, one)
    await insertVisits(server, client, id, one)
    await insertBusyTimes(
      server,
      id,
      one.busy.map((hour) => FIRST_DAY * 86_400_000 + hour * 3_600_000),
    )
  }
  return ids
}

async function insertTimes(server: TestServer, id: string, one: Facts): Promise<void> {
  const { instant_booking, ...rules } = one.rules
  await server.db
    .insertInto('professional_times')
    .values({
      professional_id: id,
      base_zip: one.base_zip,
      stated: one.stated,
      ...rules,
      instant_booking: one.stated ? instant_booking : 'off',
      paused_until: one.paused === null ? null : dateOfDay(FIRST_DAY + one.paused),
    })
    .execute()
  const whole = one.whole.map((day) => ({ weekday: day, interval: { from: 0, to: 1440 } }))
  const part = one.plan.filter((day) => !one.whole.includes(day.weekday))
  const plan = [...whole, ...part]
    .flatMap((day) => aroundLunch(day, one.lunch))
    .map((day) => ({
      professional_id: id,
      weekday: day.weekday,
      from_minute: day.interval.from,
      to_minute: day.interval.to,
    }))
  if (one.stated && plan.length > 0) {
    await server.db.insertInto('working_hours').values(plan).execute()
  }
  for (const exception of one.exceptions) {
    const hours = exception.interval ?? (exception.kind === 'extra' ? { from: 0, to: 300 } : null)
    await server.db
      .insertInto('time_exceptions')
      .values({
        professional_id: id,
        kind: exception.kind,
        from_date: dateOfDay(FIRST_DAY + exception.day),
        to_date: dateOfDay(FIRST_DAY + exception.day + exception.days),
        from_minute: hours?.from ?? null,
        to_minute: hours?.to ?? null,
      })
      .execute()
  }
}

type Day = { weekday: number; interval: { from: number; to: number } }

/** The hours of a day without its lunch. */
function aroundLunch({ weekday, interval }: Day, { from, length }: Facts['lunch']): Day[] {
  const to = from + length
  if (length === 0 || interval.from >= from || interval.to <= to) return [{ weekday, interval }]
  return [
    { weekday, interval: { from: interval.from, to: from } },
    { weekday, interval: { from: to, to: interval.to } },
  ]
}

async function insertVisits(
  server: TestServer,
  client: { id: string },
  id: string,
  one: Facts,
): Promise<void> {
  for (const day of one.visits) {
    const starts_at = new Date((FIRST_DAY + day) * 86_400_000 + one.visitHour * 3_600_000)
    await insertBooking(
      server,
      client,
      { id },
      {
        status: 'accepted',
        estimated_hours: one.visitHours,
        starts_at,
        ends_at: new Date(starts_at.getTime() + one.visitHours * 3_600_000),
      },
    )
  }
}

/** Busy times of an hour, in milliseconds. */
async function insertBusyTimes(server: TestServer, professional_id: string, starts: number[]) {
  const { id } = await server.db
    .insertInto('busy_calendars')
    .values({ professional_id, label: 'Home', kind: 'file', created_at: RANDOM_NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const start of starts) {
    await server.db
      .insertInto('busy_times')
      .values({
        professional_id,
        calendar_id: id,
        uid_hash: Buffer.from(String(start)),
        starts_at: new Date(start),
        ends_at: new Date(start + 3_600_000),
      })
      .execute()
  }
}
