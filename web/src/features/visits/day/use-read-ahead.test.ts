// rule: press-queue
import { expect, test } from 'vitest'
import { soonVisits } from './use-read-ahead.ts'

const HOUR_MS = 3_600_000
const now = Date.parse('2026-12-01T12:00:00Z')
const visit = (id: string, hours: number, status = 'accepted') => ({
  id,
  status,
  starts_at: new Date(now + hours * HOUR_MS).toISOString(),
})

test('each accepted visit of today and tomorrow is read ahead, however full both days are', () => {
  const full = Array.from({ length: 24 }, (_, hour) => visit(`visit-${hour}`, hour))
  const others = [visit('later', 60), visit('requested', 1, 'pending')]
  expect(soonVisits([...full, ...others], now)).toEqual(full.map(({ id }) => id))
})
