import { useTranslation } from '../../app/use-translation.ts'
import { useLocation } from 'wouter'
import type { ClientBooking } from '#contract/bookings.ts'
import { useUser } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { intentAddress } from '../professionals/addresses.ts'
import { draftOf } from './draft.ts'

/** Opens the booking dialog with the same home and work, and the date to be chosen. */
export function BookAgain({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const [, navigate] = useLocation()
  const user = useUser()
  const again = () => {
    if (user) draftOf(user.id, booking.professional.user_id).keep(fieldsOf(booking))
    const search = new URLSearchParams({ zip_code: booking.zip_code }).toString()
    navigate(intentAddress(booking.professional, 'book', { signedIn: true, search }))
  }
  return (
    <Button look="quiet" onClick={again}>
      {t('book_again')}
    </Button>
  )
}

const fieldsOf = (booking: ClientBooking) => ({
  booking_date: '',
  booking_time: '',
  service_type: booking.service_type,
  cleaning_frequency: booking.cleaning_frequency,
  address: booking.address,
  city: booking.city,
  state: booking.state,
  zip_code: booking.zip_code,
  estimated_hours: String(booking.estimated_hours),
  notes: booking.notes,
})
