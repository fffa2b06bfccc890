import fc from 'fast-check'
import { expect, test } from 'vitest'
import { US_ZONES } from '#server/test/builders/schedules.ts'
import { ZoneClock } from './zone-clock.ts'

const FIRST = Date.parse('2025-01-01T00:00:00Z')
const LAST = Date.parse('2029-01-01T00:00:00Z')
const HOUR = 3_600_000

// rule: free-times
test('a clock shows what Temporal computes, in whatever order it is asked', () => {
  const hour = fc.integer({ min: FIRST / HOUR, max: LAST / HOUR })
  const zone = fc.constantFrom(...US_ZONES)
  fc.assert(
    fc.property(fc.array(fc.tuple(zone, hour), { maxLength: 40 }), (questions) => {
      for (const [timeZone, hours] of questions) {
        const time = Temporal.Instant.fromEpochMilliseconds(hours * HOUR).toZonedDateTimeISO(
          timeZone,
        )
        const shown = hours * HOUR + time.offsetNanoseconds / 1_000_000
        expect(ZoneClock.of(timeZone).wallTime(hours * HOUR)).toBe(shown)
        const first = time.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds
        expect(ZoneClock.of(timeZone).instantOf(shown)).toEqual({ instant: first, skipped: false })
      }
    }),
  )
})
