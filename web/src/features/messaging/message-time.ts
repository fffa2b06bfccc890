import type { formats } from '../../app/format.ts'

const DAY_MS = 86_400_000

/** Professional spec 9: the clock's time if it is under 24 h old, otherwise a date; in `zone`, the reader's. `instant` is ISO 8601. */
export function messageTime(
  instant: string,
  now: Date,
  format: Pick<ReturnType<typeof formats>, 'time' | 'date'>,
  zone: string,
): string {
  const age = now.getTime() - new Date(instant).getTime()
  return age < DAY_MS ? format.time(instant, zone) : format.date(instant, zone)
}

/** The zone of the reader's clock. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
