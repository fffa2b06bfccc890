import { formatWeekday } from '#contract/date-formats.ts'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type Interval = { cleaning_frequency: SeriesFrequency; weekday: number; booking_time: string }

/** A Sunday: weekday 1, Monday, is the day after. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** When regular visits are, in words. */
export function useSeriesTexts() {
  const { t, i18n } = useTranslation('series')
  const format = useFormat()
  const weekday = (number: number) => {
    const day = new Date(SUNDAY + number * DAY_MS).toISOString().slice(0, 10)
    return formatWeekday(i18n.language, day, 'long')
  }
  /** A wall-clock time such as '09:00'. */
  const time = (wall: string) => format.time(`2026-01-01T${wall}:00Z`, 'UTC')
  return {
    weekday,
    time,
    /** 'Every Tuesday at 9:00 AM'. */
    every: ({ cleaning_frequency, weekday: day, booking_time }: Interval) =>
      t(`every.${cleaning_frequency}`, { weekday: weekday(day), time: time(booking_time) }),
  }
}

/** 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}
