import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingStatus } from '#contract/booking-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/icons.tsx'

const LOOKS = {
  pending: { tone: 'waiting', Icon: InfoIcon },
  accepted: { tone: 'good', Icon: CheckIcon },
  completed: { tone: 'plain', Icon: CheckIcon },
  declined: { tone: 'bad', Icon: CloseIcon },
  cancelled: { tone: 'bad', Icon: CloseIcon },
} as const satisfies Record<BookingStatus, object>

/** Where a booking stands, in words with a sign. */
export function StatusBadge({ status }: { status: BookingStatus }) {
  const { t } = useTranslation('bookings')
  const { tone, Icon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon className="size-4" />}>
      {t(`status.${status}`)}
    </Badge>
  )
}
