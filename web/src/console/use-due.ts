import { useTranslation } from '#web/i18n/use-translation.ts'
import { useNow } from '#web/ui/states/use-now.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** Names a length of time, given in minutes: '51 min', '4 h 51 min', or days from two days on. */
export function useSpan(): (minutes: number, isExact?: boolean) => string {
  const { t } = useTranslation('console')
  return (given, isExact = true) => {
    const whole = Math.floor(given)
    if (whole >= 2 * DAY) return t('span.days', { count: Math.floor(whole / DAY) })
    const [hours, minutes] = [Math.floor(whole / HOUR), whole % HOUR]
    if (hours === 0) return t('span.minutes', { minutes })
    return minutes === 0 || !isExact
      ? t('span.hours', { hours })
      : t('span.hours_minutes', { hours, minutes })
  }
}

/** Says when a case is due: 'in 3 h' or '2 days overdue'. rule: case-screen */
export function useDue(): (at: string) => string {
  const { t } = useTranslation('console')
  const span = useSpan()
  const now = useNow()
  return (at) => {
    const minutes = (Date.parse(at) - +now) / 60_000
    const params = { span: span(Math.abs(minutes), false) }
    return minutes > 0 ? t('span.due', params) : t('span.overdue', params)
  }
}
