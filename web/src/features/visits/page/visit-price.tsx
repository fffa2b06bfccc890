import { AgreedPrice } from '#web/features/bookings/one/price-lines.tsx'
import { NetHourDetails } from '#web/features/bookings/one/net-hour.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CardPart } from '#web/ui/folded-part.tsx'
import type { AgreedBooking } from './visit-plan.tsx'

type PriceProps = {
  booking: AgreedBooking
  /** Whether it is closed at first, because the visit takes place now. */
  isFolded: boolean
}

/** The price as it was agreed. The hours and their total are told where they are asked about. rule: price-lines */
export function VisitPrice({ booking, isFolded }: PriceProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <CardPart title={t('fact.price')} isFolded={isFolded} fact={format.money(booking.total_amount)}>
      <div>
        <AgreedPrice price={booking} />
      </div>
      {'net_hour' in booking && booking.net_hour && <NetHourDetails net={booking.net_hour} />}
    </CardPart>
  )
}
