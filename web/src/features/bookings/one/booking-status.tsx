import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { reasonOrSentence } from '#contract/bookings/cancel-reasons.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { Role } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/pictures/icons.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { useVisitTime } from './use-visit-time.ts'

const LOOKS = {
  pending: { tone: 'waiting', Icon: InfoIcon },
  accepted: { tone: 'good', Icon: CheckIcon },
  completed: { tone: 'plain', Icon: CheckIcon },
  declined: { tone: 'bad', Icon: CloseIcon },
  cancelled: { tone: 'bad', Icon: CloseIcon },
} as const satisfies Record<BookingStatus, object>

type StatusBadgeProps = {
  status: BookingStatus
  outcome?: ClientBooking['outcome'] | undefined
  /** The latest stage of the visit. */
  stage?: Stage | null | undefined
}

/**
 * The status in words; 'No-show' once it is settled that one side did not come, and 'Finished' once an accepted visit
 * is finished. rule: no-show, visit-stages
 */
export function StatusBadge({ status, outcome, stage }: StatusBadgeProps) {
  const { t } = useTranslation('bookings')
  const { tone, Icon } = LOOKS[status]
  if (outcome === 'no_show_client' || outcome === 'no_show_professional') {
    return <Badge icon={<InfoIcon className="size-4" />}>{t('status.no_show')}</Badge>
  }
  const isFinished = status === 'accepted' && stage === 'finished'
  return (
    <Badge tone={tone} icon={<Icon className="size-4" />}>
      {t(isFinished ? 'status.finished' : `status.${status}`)}
    </Badge>
  )
}

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
