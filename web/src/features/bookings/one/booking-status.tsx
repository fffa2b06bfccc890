import { reasonOrSentence } from '#contract/bookings/cancel-reasons.ts'
import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { Role } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { useVisitTime } from './use-visit-time.ts'

type AnyBooking = ClientBooking | ProfessionalBooking

/** The reason that the job stores when a request expires. rule: booking-expires */
const EXPIRED_REASON = 'expired'

/**
 * The sentence beside the badge of a booking: by when an answer comes, or why the booking ended. Empty where the badge
 * is enough.
 */
export function StatusSentence({ booking, reader }: { booking: AnyBooking; reader: Role }) {
  const { t } = useTranslation('bookings')
  const visitTime = useVisitTime()
  const { status, cancelled_by, cancelled_late, expires_at, time_zone, city } = booking
  const reason = useReason(booking)
  if (status === 'pending' && booking.held)
    return <p className="text-amber">{t('happened.held')}</p>
  if (status === 'pending' && expires_at) {
    const time = visitTime(expires_at, { time_zone, city })
    return (
      <p className="text-balance text-amber">
        <NoBreakText only={/\d/}>{t(`happened.answer_by_${reader}`, { time })}</NoBreakText>
      </p>
    )
  }
  if (status === 'declined' && reason === EXPIRED_REASON) return <p>{t('happened.expired')}</p>
  if (status === 'cancelled' && cancelled_by) {
    // The client's reason stays out while the lead is locked.
    if (reason === null) return <p>{t('happened.cancelled_locked')}</p>
    const who = cancelled_by === reader ? 'you' : cancelled_by
    return (
      <p className="wrap-anywhere">
        {t(`happened.cancelled_${who}`, { reason })}
        {cancelled_late && ` ${t('happened.late')}`}
      </p>
    )
  }
  return reason ? <p className="wrap-anywhere">{t('happened.reason', { reason })}</p> : null
}

/** The reason as it was written, or the chosen reason in the reader's language. rule: cancellation */
function useReason({ reason, reason_code }: AnyBooking): string | null {
  const { t } = useTranslation('bookings')
  // Bookings that an earlier version stored for offline reading have no code.
  if (!reason_code || reason !== reasonOrSentence(null, reason_code)) return reason
  return reason === null ? null : t(`cancel.codes.${reason_code}`)
}
