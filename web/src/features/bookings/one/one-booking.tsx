import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { clientBookingQuery } from '../list/bookings.api.ts'
import { ClientBookingPage } from '../list/client-booking.tsx'
import { ClientVisitsSkeleton } from '../list/client-visits.tsx'

/** One booking of the client. rule: booking-lists */
export function OneBooking({ id }: { id: string }) {
  const { t } = useTranslation('bookings')
  const query = useQuery(clientBookingQuery(useApi(), id))
  if (query.error instanceof Refusal && query.error.status === 404) return <NotFound />
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href="/bookings">{t('one.back')}</TextLink>
      {!query.data && <h1 className="text-2xl md:text-3xl">{t('one.title')}</h1>}
      <QueryState query={query} failed={t('one.failed')} pending={<ClientVisitsSkeleton />}>
        {(booking) => <ClientBookingPage booking={booking} />}
      </QueryState>
    </div>
  )
}

function NotFound() {
  const { t } = useTranslation('bookings')
  return (
    <div className="page flex flex-col gap-6">
      <h1 className="sr-only">{t('one.title')}</h1>
      <EmptyState
        drawing={emptySignedIn.noBookings}
        title={t('one.not_found')}
        action={<ButtonLink href="/bookings">{t('one.back')}</ButtonLink>}
      >
        {t('one.not_found_help')}
      </EmptyState>
    </div>
  )
}
