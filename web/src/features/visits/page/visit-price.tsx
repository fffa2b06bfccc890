import { AgreedPrice } from '#web/features/bookings/one/price-lines.tsx'
import { NetHourDetails } from '#web/features/bookings/one/net-hour.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { AgreedBooking } from './visit-plan.tsx'

/** The price as it was agreed. The hours and their total are told where they are asked about. rule: price-lines */
export function VisitPrice({ booking }: { booking: AgreedBooking }) {
  const { t } = useTranslation('bookings')
  return (
    <section className="card flex flex-col gap-2 p-4 md:p-5">
      <h2 className="text-xl">{t('fact.price')}</h2>
      <div>
        <AgreedPrice price={booking} />
      </div>
      {'net_hour' in booking && booking.net_hour && <NetHourDetails net={booking.net_hour} />}
    </section>
  )
}
