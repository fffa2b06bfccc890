import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBooking, ProfessionalBooking } from '#contract/bookings.ts'
import { useFormat } from '#web/i18n/format.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

/** The clock's own reason (decision 26). */
const EXPIRED = 'expired'

/** One sentence on where a booking stands for its reader: until when an answer comes, or why it ended; nothing where the badge says it all. */
export function WhatHappened({
  booking,
  reader,
}: {
  booking: ClientBooking | ProfessionalBooking
  reader: 'client' | 'professional'
}) {
  const { t } = useTranslation(['bookings', 'app'])
  const format = useFormat()
  const { status, reason, cancelled_by, expires_at, time_zone, city } = booking
  if (status === 'pending' && expires_at) {
    const time = t('app:visit_time', { time: format.visit(expires_at, time_zone), city })
    return (
      <p className="text-balance text-amber">
        <NoBreakText only={/\d/}>{t(`happened.answer_by_${reader}`, { time })}</NoBreakText>
      </p>
    )
  }
  if (status === 'declined' && reason === EXPIRED) return <p>{t('happened.expired')}</p>
  if (status === 'cancelled' && cancelled_by) {
    const who = cancelled_by === reader ? 'you' : cancelled_by
    return <p className="wrap-anywhere">{t(`happened.cancelled_${who}`, { reason })}</p>
  }
  return reason ? <p className="wrap-anywhere">{t('happened.reason', { reason })}</p> : null
}
