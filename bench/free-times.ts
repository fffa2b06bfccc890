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
const NOW = Date.parse('2026-11-30T12:00:00Z')
const wanted = {
  home: { latitude: 30.2713, longitude: -97.7426, timeZone: 'America/Chicago' },
  hours: 4,
  isKnown: false,
  drive: 'by_zip' as const,
  now: NOW,
}

printTable('exceptions of a year each | p50 ms | p95 ms', [
  measure('none', 'off', 0),
  measure('200 days off for half an hour', 'off', 200),
  measure('200 times half an hour more', 'extra', 200),
])

function measure(name: string, kind: 'off' | 'extra', count: number): [string, string, string] {
  const delays = new Delays()
  const schedule = scheduleWith(kind, count)
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
