import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { ClientBooking } from '#contract/bookings.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { intentAddress } from '#web/features/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/professionals/professionals.api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { draftOf } from './draft.ts'

/** Opens the booking dialog with the same home and work, and the date to be chosen; who has gone since the list was read is told of instead. */
export function BookAgain({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation(['bookings', 'errors'])
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const api = useApi()
  const user = useUser()
  const { professional } = booking
  const look = useMutation({
    mutationFn: () =>
      queryClient.fetchQuery({ ...profileByIdQuery(api, professional.user_id), staleTime: 0 }),
  })
  const again = async () => {
    try {
      await look.mutateAsync()
    } catch (error) {
      const isGone = error instanceof Refusal && error.status === 404
      toast.problem(isGone ? t('errors:professional_not_accepting') : refusalText(error))
      return refreshQueries(queryClient, 'bookings')
    }
    if (user) draftOf(user.id, professional.user_id).keep(fieldsOf(booking))
    const search = new URLSearchParams({ zip_code: booking.zip_code }).toString()
    navigate(intentAddress(professional, 'book', { signedIn: true, search }))
  }
  return (
    <Button look="quiet" busy={look.isPending} onClick={() => void again()}>
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
