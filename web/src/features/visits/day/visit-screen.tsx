import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import {
  clientBookingQuery,
  professionalBookingQuery,
} from '#web/features/bookings/list/bookings.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { useUser } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { VisitPage } from '../page/visit-page.tsx'
import type { AgreedBooking } from '../page/visit-plan.tsx'
import { VisitSafety } from '../safety/visit-safety.tsx'
import { visitQuery } from './visits.api.ts'

/** The page of a visit, for both sides. rule: visit-view */
export function VisitScreen({ id }: { id: string }) {
  const { t } = useTranslation('visits')
  const query = useQuery(visitQuery(useApi(), id))
  const booking = useBooking(id)
  const isProfessional = useUser()?.role === 'professional'
  const isMissing = query.error instanceof Refusal && query.error.status === 404
  return (
    <div className="page flex max-w-200 flex-col gap-5">
      <BackLink />
      {isMissing ? (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <EmptyState drawing={emptySignedIn.noBookings} title={t('not_found')}>
            {t('not_found_help')}
          </EmptyState>
        </>
      ) : (
        <>
          {!query.data && <h1 className="text-2xl md:text-3xl">{t('title')}</h1>}
          <QueryState query={query} failed={t('failed')} pending={<RowsSkeleton count={4} />}>
            {(visit) =>
              // Both are shown at once, so that the second one moves nothing.
              booking.isLoading ? (
                <RowsSkeleton count={4} />
              ) : (
                <VisitPage visit={visit} booking={booking.data} />
              )
            }
          </QueryState>
          {/* A timer can still run when a locked lead or a suspension hides the visit. */}
          {!query.data && query.error instanceof Refusal && isProfessional && (
            <VisitSafety id={id} visit={null} />
          )}
        </>
      )}
    </div>
  )
}

/** The booking, as the reader's side sees it. */
function useBooking(id: string): UseQueryResult<AgreedBooking | undefined> {
  const api = useApi()
  const user = useUser()
  const isClient = user?.role === 'client'
  const ofClient = useQuery({ ...clientBookingQuery(api, id), enabled: isClient })
  const ofProfessional = useQuery({
    ...professionalBookingQuery(api, user?.id ?? '', id),
    enabled: user?.role === 'professional',
  })
  return isClient ? ofClient : ofProfessional
}

function BackLink() {
  const { t } = useTranslation(['bookings', 'time'])
  const isClient = useUser()?.role === 'client'
  return (
    <TextLink href={isClient ? '/bookings' : dashboardAddress()}>
      {t(isClient ? 'bookings:mine.title' : 'time:back')}
    </TextLink>
  )
}
