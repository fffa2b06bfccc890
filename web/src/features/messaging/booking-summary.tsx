import type { BookingCard } from '#contract/messaging.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

type BookingFacts = Pick<
  BookingCard,
  'service_type' | 'booking_date' | 'booking_time' | 'total_amount'
>

/** 'Tuesday, December 1, 2026, 9:00 AM': the local time of the home. */
export function BookingTime({ booking }: { booking: BookingFacts }) {
  const format = useFormat()
  const { booking_date: date, booking_time: time } = booking
  return (
    <time dateTime={`${date}T${time}`} className="tabular">
      <NoBreakText>
        {`${format.day(date)}, ${format.time(`${date}T${time.slice(0, 5)}:00Z`, 'UTC')}`}
      </NoBreakText>
    </time>
  )
}

/** 'Deep Cleaning · $195.00'. */
export function BookingWork({ booking }: { booking: BookingFacts }) {
  const { t } = useTranslation('search')
  const format = useFormat()
  return (
    <span className="tabular">
      {t(`service_types.${booking.service_type}`)}&nbsp;· {format.money(booking.total_amount)}
    </span>
  )
}
