import { PRESS_LATE_MINUTES } from '#contract/visits/visit-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

const MINUTE_MS = 60_000

type Press = { at: string; received_at: string | null }

/** Returns a function: 'Tapped 9:00 AM, sent 9:40 AM', for a press more than 15 minutes late. rule: visit-stages */
export function useLatePressText() {
  const { t } = useTranslation('visits')
  const format = useFormat()
  return ({ at, received_at }: Press, timeZone: string): string | undefined => {
    if (!received_at || Date.parse(received_at) - Date.parse(at) <= PRESS_LATE_MINUTES * MINUTE_MS)
      return undefined
    const isSameDay = format.date(at, timeZone) === format.date(received_at, timeZone)
    const time = (instant: string) =>
      isSameDay ? format.time(instant, timeZone) : format.visit(instant, timeZone)
    return t(isSameDay ? 'late' : 'late_by_days', { pressed: time(at), sent: time(received_at) })
  }
}
