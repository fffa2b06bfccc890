import { isWorkShown } from '#contract/visits/checklist-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { PhotosOfHome } from '../access/home-photos.tsx'
import { VisitAccess } from '../access/visit-access.tsx'
import { AgreementPart } from '#web/features/bookings/agreements/agreement-part.tsx'
import { Fact } from '#web/features/bookings/one/booking-facts.tsx'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { StatusBadge } from '#web/features/bookings/one/booking-status.tsx'
import { ContactLinks } from '../problems/contact-links.tsx'
import { VisitProblems } from '../problems/visit-problems.tsx'
import { VisitSafety } from '../safety/visit-safety.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { useUser } from '#web/session/session.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { Checklist } from '../work/checklist.tsx'
import { HomeOfVisit } from './home-of-visit.tsx'
import { HoursPart } from './hours-part.tsx'
import { NextStep } from './next-step.tsx'
import { PairsOfVisit } from '../work/photo-pairs.tsx'
import { Steps } from './steps.tsx'
import { isAtWork, isPhotoPress, isStagePress, usePresses, withoutUndone } from './use-presses.ts'
import { VisitPhotos } from '../work/visit-photos.tsx'
import { visitQuery } from './visits.api.ts'
import { WaitingPresses } from './waiting-presses.tsx'
import Report from '#web/features/trust/reports/report.tsx'
import { useVisitTime } from '#web/features/bookings/one/use-visit-time.ts'

const ClientNote = lazyPart(() => import('#web/features/market/reviews/client-note.tsx'))

/** The day of a visit, for both sides. rule: visit-view */
export function VisitScreen({ id }: { id: string }) {
  const { t } = useTranslation('visits')
  const query = useQuery(visitQuery(useApi(), id))
  const isProfessional = useUser()?.role === 'professional'
  const isMissing = query.error instanceof Refusal && query.error.status === 404
  return (
    <div className="page flex max-w-200 flex-col gap-6">
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
            {(visit) => <VisitPage visit={visit} />}
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

function BackLink() {
  const { t } = useTranslation(['bookings', 'time'])
  const isClient = useUser()?.role === 'client'
  return (
    <TextLink href={isClient ? '/bookings' : dashboardAddress()}>
      {t(isClient ? 'bookings:one.back' : 'time:back')}
    </TextLink>
  )
}

function VisitPage({ visit: known }: { visit: Visit }) {
  const { t } = useTranslation(['visits', 'bookings', 'search'])
  const visitTime = useVisitTime()
  const isProfessional = useUser()?.role === 'professional'
  const presses = usePresses(known.booking_id)
  const visit = withoutUndone(known, presses)
  const stagePresses = presses.filter((press) => isStagePress(press))
  const canWork = isAtWork(visit, useNow()) && isProfessional
  const isShown = isProfessional || isWorkShown(visit)
  const { city, address, state, zip_code } = visit
  const hasSteps =
    visit.status === 'accepted' ||
    (visit.status === 'completed' && visit.stages.length + stagePresses.length > 0)
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-col items-start gap-3">
        <StatusBadge status={visit.status} outcome={visit.outcome} stage={visit.stage} />
        <h1 className="text-2xl md:text-3xl first-letter:uppercase">
          <time dateTime={visit.starts_at}>
            <NoBreakText>{visitTime(visit.starts_at, visit)}</NoBreakText>
          </time>
        </h1>
        <p className="text-soft">
          <DotSeparated
            facts={[
              visit.other.name,
              <ServiceName key="service" visit={visit} />,
              t('bookings:hours', { count: visit.estimated_hours }),
            ]}
          />
        </p>
        {!isProfessional && <NewsOfStage visit={visit} />}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <ContactLinks visit={visit} />
          <Report subject={{ kind: 'booking', id: visit.booking_id, name: visit.other.name }} />
        </div>
      </header>
      {isProfessional && <WaitingPresses presses={presses} />}
      {hasSteps && <Steps visit={visit} presses={stagePresses} readsAloud={isProfessional} />}
      <HoursPart visit={visit} />
      <VisitProblems visit={visit} />
      {isProfessional && <VisitSafety id={visit.booking_id} visit={visit} />}
      {!isProfessional && <PairsOfVisit visit={visit} />}
      <section className="card p-4 md:p-5">
        <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[max-content_1fr] sm:gap-y-2">
          <Fact name={t('bookings:fact.address')}>
            {address && `${address}, `}
            {city}, {state} {zip_code}
          </Fact>
          {visit.home && (
            <HomeOfVisit home={visit.home} showsRooms={visit.checklist.length === 0} />
          )}
        </dl>
      </section>
      <VisitAccess visit={visit} />
      <PhotosOfHome photos={visit.home?.photos ?? []} rooms={visit.home?.rooms ?? []} />
      <Checklist visit={visit} presses={presses} canPress={canWork} showsStates={isShown} />
      <VisitPhotos
        visit={visit}
        waiting={presses.filter((press) => isPhotoPress(press))}
        canAdd={canWork}
        canDelete={isProfessional}
      />
      {isProfessional && <PairsOfVisit visit={visit} />}
      {isProfessional && <NoteOfVisit visit={visit} />}
      <AgreementPart visit={visit} />
      {isProfessional && (
        <NextStep
          visit={visit}
          presses={stagePresses}
          refused={presses.find(({ refused }) => refused)}
        />
      )}
    </article>
  )
}

/** The note about a client, for a visit that seems to have taken place. The server decides. rule: client-notes */
function NoteOfVisit({ visit: { booking_id, status, outcome, ends_at, other } }: { visit: Visit }) {
  const now = useNow()
  const isOver = status === 'accepted' && Date.parse(ends_at) <= +now
  if (!isOver && outcome !== 'kept') return null
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <ClientNote bookingId={booking_id} name={firstNameOf(other.name)} />
    </Suspense>
  )
}

/** The client's news of the professional's stage, read aloud when it changes. rule: visit-view */
function NewsOfStage({ visit: { status, stage, stages, other } }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const isNews = status === 'accepted' || (status === 'completed' && stage === 'finished')
  const eta = stages.find((one) => one.stage === stage)?.eta_minutes
  return (
    <p role="status" className="text-lg font-medium text-action empty:absolute">
      {isNews &&
        stage &&
        (stage === 'on_my_way' && eta
          ? t('news.on_my_way_eta', { name: firstNameOf(other.name), minutes: eta })
          : t(`news.${stage}`, { name: firstNameOf(other.name) }))}
    </p>
  )
}
