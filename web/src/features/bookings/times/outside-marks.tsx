import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { OutsideReason } from '#contract/calendar/slots.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'

const MARK_OF = {
  hours: 'hours',
  off: 'hours',
  horizon: 'hours',
  day_full: 'hours',
  notice: 'notice',
  busy: 'busy',
  overlap: 'close',
  gap: 'close',
} as const satisfies Record<OutsideReason, string>

/** That a request is for a time outside the stated hours, and to the professional why. rule: outside-hours */
export function OutsideMarks({ booking }: { booking: ClientBooking | ProfessionalBooking }) {
  const { t } = useTranslation('bookings')
  if (booking.status !== 'pending' || !booking.outside_hours) return null
  const reasons = 'outside' in booking ? booking.outside : undefined
  // A time between the half hours is no free time either, without a reason of its own.
  const marks = reasons?.length
    ? new Set(reasons.map((reason) => MARK_OF[reason]))
    : ['hours' as const]
  return (
    <p className="flex flex-wrap gap-2">
      {[...marks].map((mark) => (
        <Badge key={mark} tone="waiting">
          {t(reasons ? `outside.${mark}` : 'outside.stated')}
        </Badge>
      ))}
    </p>
  )
}
