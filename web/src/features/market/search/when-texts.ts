import { formatShortDate } from '#contract/date-formats.ts'
import { DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Filters } from './filters.ts'

/** Texts of the time that a search asks for. rule: search-by-time */
export function useWhenTexts() {
  const { t, i18n } = useTranslation('find')
  const format = useFormat()
  /** '09:00' is '9:00 AM'. */
  const time = (text: string) => format.time(`2026-01-01T${text}:00Z`, 'UTC')
  /** 'Tue, Dec 1'. */
  const day = (date: string) => formatShortDate(i18n.language, date)
  const hours = (count: number) => t('visit_hours', { count })
  const timeOfDay = (filters: Filters) => {
    if (filters.time) return time(filters.time)
    return filters.part && t(`parts.${filters.part}`).toLocaleLowerCase(i18n.language)
  }
  return {
    time,
    day,
    hours,
    /** 'Tue, Dec 1, morning, 2 hours'. */
    when: (filters: Filters) =>
      [day(filters.date), timeOfDay(filters), hours(Number(filters.hours || DEFAULT_BOOKING_HOURS))]
        .filter(Boolean)
        .join(', '),
  }
}
