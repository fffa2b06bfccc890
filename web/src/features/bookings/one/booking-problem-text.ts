import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/**
 * The text of a failed request. It names the ZIP that the professional does not serve, their least hours, or the date
 * before which they take no new clients. rule: booking-home, visit-rules, paused-clients
 */
export function useBookingProblemText(): (error: unknown) => string {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  const format = useFormat()
  return (error) => {
    const searchForZip = searchForZipOf(error)
    if (searchForZip) return t('book.not_served', { zip: searchForZip.zip })
    const { min_hours, paused_until } = error instanceof Refusal ? error.params : {}
    if (min_hours) return t('book.too_short', { count: Number(min_hours) })
    if (paused_until) return t('book.paused', { date: format.day(paused_until) })
    if (error instanceof Refusal && error.code === 'slot_taken') return t('book.taken')
    return refusalText(error)
  }
}

/** The ZIP that the professional does not serve, and the search that shows who does. rule: booking-home */
export function searchForZipOf(error: unknown): { zip: string; href: string } | undefined {
  if (!(error instanceof Refusal) || error.code !== 'home_not_served') return undefined
  const { zip_code: zip, way_on: href } = error.params
  return zip && href ? { zip, href } : undefined
}
