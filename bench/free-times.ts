import { performance } from 'node:perf_hooks'
import { firstFreeTimes, freeTimes } from '#server/features/time/free-times.ts'
import type { Schedule } from '#server/features/time/free-times.ts'
import { printTable } from './harness.ts'
import { Delays } from './times.ts'

/**
 * How long one question about free times computes, without the database. It asks for 31 days, and for the next free
 * time within a horizon of a year that has none.
 */
const RUNS = 50
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-30T12:00:00Z')
const HOME = { latitude: 30.2713, longitude: -97.7426 }
const wanted = {
  home: { ...HOME, timeZone: 'America/Chicago' },
  hours: 4,
  isKnown: false,
  drive: 'by_zip' as const,
  now: NOW,
}

printTable('schedule | p50 ms | p95 ms', [
  measure('no exceptions', scheduleWith('off', 0)),
  measure('200 times of a year half an hour off', scheduleWith('off', 200)),
  measure('200 times of a year half an hour more', scheduleWith('extra', 200)),
  measure('200 visits and 1,000 busy times in a month, with travel', fullSchedule()),
])

function measure(name: string, schedule: Schedule): [string, string, string] {
  const delays = new Delays()
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    freeTimes(schedule, wanted, { from: '2026-12-01', to: '2026-12-31' })
    firstFreeTimes(schedule, wanted, { from: '2027-01-01', count: 1 })
    delays.add(performance.now() - began)
  }
  return [name, delays.at(0.5).toFixed(1), delays.at(0.95).toFixed(1)]
}

/** Every morning from 9:00 to 12:00, so that no visit of four hours fits. */
function scheduleWith(kind: 'off' | 'extra', count: number): Schedule {
  const exceptions = Array.from({ length: count }, (_, n) => {
    const from = (n % 24) * 60
    return { kind, fromDate: '2026-11-30', toDate: '2027-11-30', from, to: from + 30 }
  })
  return {
    plan: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 9 * 60, to: 12 * 60 })),
    exceptions,
    pausedUntil: null,
    ownZone: 'America/Chicago',
    busy: [],
    visits: [],
    rules: {
      bufferMinutes: 0,
      travel: false,
      noticeHours: 0,
      horizonDays: 365,
      maxVisitsADay: null,
      maxHoursADay: null,
    },
  }
}

/** Long working days, 200 visits of an hour each, and 1,000 busy times of six minutes. */
function fullSchedule(): Schedule {
  const spans = (count: number, everyHours: number, hours: number) =>
    Array.from({ length: count }, (_, n) => ({
      startsAt: NOW + n * everyHours * HOUR,
      endsAt: NOW + (n * everyHours + hours) * HOUR,
    }))
  const free = scheduleWith('off', 0)
  return {
    ...free,
    plan: free.plan!.map(({ weekday }) => ({ weekday, from: 6 * 60, to: 22 * 60 })),
    busy: spans(1000, 0.7, 0.1),
    visits: spans(200, 4, 1).map((span) => ({ ...span, place: HOME })),
    rules: { ...free.rules, travel: true },
  }
}
