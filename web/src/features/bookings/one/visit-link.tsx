import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { visitAddress } from '../list/booking-address.ts'

/** Leads to the day of a visit, once it is accepted. rule: visit-view */
export function VisitLink({ booking }: { booking: { id: string; status: BookingStatus } }) {
  const { t } = useTranslation('visits')
  if (booking.status !== 'accepted' && booking.status !== 'completed') return null
  return <TextLink href={visitAddress(booking.id)}>{t('open')}</TextLink>
}
