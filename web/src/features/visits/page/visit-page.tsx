import { Suspense } from 'react'
import { isWorkShown } from '#contract/visits/checklist-rules.ts'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { AgreementPart } from '#web/features/bookings/agreements/agreement-part.tsx'
import { useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { PhotosOfHome } from '../access/home-photos.tsx'
import { VisitAccess } from '../access/visit-access.tsx'
import { HoursPart } from '../day/hours-part.tsx'
import { NextStep } from '../day/next-step.tsx'
import type { StagePress } from '../day/press-queue.ts'
import { Steps } from '../day/steps.tsx'
import {
  isAtWork,
  isThere,
  latestStage,
  isPhotoPress,
  isStagePress,
  usePresses,
  withoutUndone,
} from '../day/use-presses.ts'
import { WaitingPresses } from '../day/waiting-presses.tsx'
import { VisitProblems } from '../problems/visit-problems.tsx'
import { VisitSafety } from '../safety/visit-safety.tsx'
import { Checklist } from '../work/checklist.tsx'
import { VisitPhotos } from '../work/visit-photos.tsx'
import { History } from './history.tsx'
import { OnceMore, PhasePart } from './phase-part.tsx'
import { isAhead } from './way-there.tsx'
import { VisitEnd } from './visit-end.tsx'
import { VisitHeader } from './visit-header.tsx'
import { VisitPlan } from './visit-plan.tsx'
import type { AgreedBooking } from './visit-plan.tsx'
import { VisitPrice } from './visit-price.tsx'

const PairsOfVisit = lazyPart(() => import('../work/pairs-of-visit.tsx'))
const ClientNote = lazyPart(() => import('#web/features/market/reviews/client-note.tsx'))

type PageProps = {
  visit: Visit
  /** The booking as it was agreed. Without it, the page shows the visit alone. */
  booking: AgreedBooking | undefined
}

/**
 * The page of a visit in all its phases, for both sides: first what it asks of the reader now, then the plan, the
 * price, the agreement, what happened, and at the end moving and cancelling. rule: visit-view
 */
export function VisitPage({ visit: known, booking }: PageProps) {
  const isProfessional = useUser()?.role === 'professional'
  const presses = usePresses(known.booking_id)
  const visit = withoutUndone(known, presses)
  const stagePresses = presses.filter((press) => isStagePress(press))
  const now = useNow()
  const canWork = isAtWork(visit, now) && isProfessional
  const isShown = isProfessional || isWorkShown(visit)
  const isFinished = visit.stage === 'finished' || visit.status === 'completed'
  const name = firstNameOf(visit.other.name)
  const hasBegun = visit.stages.length + stagePresses.length > 0
  const ofClient = booking && 'history' in booking ? booking : undefined
  const steps = showsSteps(visit, stagePresses, +now) && (
    <Steps visit={visit} presses={stagePresses} readsAloud={isProfessional} />
  )
  const asksAgreement = visit.may.includes('answer_change')
  const hasStarted = isProfessional && latestStage(visit, stagePresses) === 'started'
  const agreement = <AgreementPart visit={visit} isFolded={hasStarted && !asksAgreement} />
  // Before the arrival it only tells what a no-show would need, and after the start nobody asks.
  const isProblemLater =
    isProfessional &&
    isAhead(visit) &&
    visit.problems.length === 0 &&
    (hasStarted || !isThere(visit, presses))
  const problems = <VisitProblems visit={visit} />
  const pairs = (
    <Suspense fallback={visit.pairs.length > 0 && <Skeleton className="h-60 w-full" />}>
      <PairsOfVisit visit={visit} />
    </Suspense>
  )
  return (
    <article className="flex flex-col gap-5">
      <VisitHeader visit={visit} professional={ofClient?.professional} />
      {isProfessional && <WaitingPresses presses={presses} />}
      {booking && <PhasePart booking={booking} name={name} />}
      {asksAgreement && agreement}
      {!isFinished && hasBegun && steps}
      <HoursPart visit={visit} />
      {!isProblemLater && problems}
      {ofClient && <OnceMore booking={ofClient} />}
      {!isProfessional && pairs}
      <VisitPlan visit={visit} booking={booking} isFolded={hasStarted} />
      <VisitAccess visit={visit} isFolded={hasStarted} />
      {isProblemLater && problems}
      {!hasBegun && !isProfessional && steps}
      {isProfessional && <VisitSafety id={visit.booking_id} visit={visit} />}
      <PhotosOfHome photos={visit.home?.photos ?? []} rooms={visit.home?.rooms ?? []} />
      <Checklist visit={visit} presses={presses} canPress={canWork} showsStates={isShown} />
      <VisitPhotos
        visit={visit}
        waiting={presses.filter((press) => isPhotoPress(press))}
        canAdd={canWork}
        canDelete={isProfessional}
      />
      {isProfessional && pairs}
      {isProfessional && <NoteOfVisit visit={visit} />}
      {booking && <VisitPrice booking={booking} isFolded={canWork && isAhead(visit)} />}
      {!asksAgreement && agreement}
      {isFinished && hasBegun && steps}
      {ofClient && <History booking={ofClient} />}
      {booking && (
        <VisitEnd booking={booking} side={isProfessional ? 'professional' : 'client'} name={name} />
      )}
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

const DAY_HOURS_MS = 12 * 3_600_000

/** The steps are shown from the day of the visit on; those of a completed visit only if there were some. */
function showsSteps(visit: Visit, presses: readonly StagePress[], now: number): boolean {
  const { status, stages, may, starts_at } = visit
  if (status !== 'accepted' && status !== 'completed') return false
  if (stages.length + presses.length > 0) return true
  if (status === 'completed') return false
  return STAGES.some((stage) => may.includes(stage)) || Date.parse(starts_at) - now < DAY_HOURS_MS
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
