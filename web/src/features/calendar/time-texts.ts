import { formatWeekday } from '#contract/date-formats.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { zoneName } from '#web/i18n/zone-name.ts'

/** Weekdays from Monday; the index is the number of the weekday minus one. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Times and weekdays as people read them. */
export function useTimeTexts() {
  const { t, i18n } = useTranslation('time')
  const format = useFormat()
  const time = (value: string) =>
    value === '24:00' ? t('plan.end_of_day') : format.time(`2026-01-01T${value}:00Z`, 'UTC')
  return {
    time,
    hours: (from: string, to: string) => t('hours', { from: time(from), to: time(to) }),
    weekday: (weekday: number) => t(`weekdays.${WEEKDAYS[weekday - 1]!}`),
    /** 'Mon'. The first of June 2026 is a Monday. */
    shortWeekday: (weekday: number) =>
      formatWeekday(i18n.language, `2026-06-0${weekday}`, 'short').replace('.', ''),
    /** 'Central Time'. */
    zone: (zone: string) => zoneName(i18n.language, zone),
    date: (date: string) => format.date(`${date}T00:00:00Z`, 'UTC'),
  }
}
