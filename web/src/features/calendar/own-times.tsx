import { useQuery } from '@tanstack/react-query'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { PROFILE_FORM } from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { AbsencePart } from './absence-part.tsx'
import { BusyPart } from './busy-part.tsx'
import { ExceptionsPart } from './exceptions-part.tsx'
import { InstantPart } from './instant-part.tsx'
import { PausePart } from './pause-part.tsx'
import { PlanPart } from './plan-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { useTimeTexts } from './time-texts.ts'
import { timesQuery, useTimes } from './time.api.ts'

/** The own hours, exceptions and rules, each part saved by itself. rule: working-hours */
export function OwnTimes({ userId }: { userId: string }) {
  const { t } = useTranslation('time')
  const query = useQuery(timesQuery(useApi(), userId))
  const { error } = query
  if (error instanceof Refusal && error.code === 'complete_profile_first') {
    return (
      <EmptyState
        drawing={emptySignedIn.noBookings}
        title={t('no_profile')}
        action={<ButtonLink href={PROFILE_FORM}>{t('to_profile')}</ButtonLink>}
      />
    )
  }
  return (
    <QueryState query={query} failed={t('load_failed')} pending={<TimesSkeleton />}>
      {(shown) => <Parts userId={userId} shown={shown} />}
    </QueryState>
  )
}

function Parts({ userId, shown }: { userId: string; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const times = useTimes(userId)
  return (
    <div className="flex flex-col">
      {/* The bar of the plan is sticky within this box, so it is in the first view. */}
      <div className="flex flex-col pb-8">
        <p className="measure pb-6 text-soft">
          {t('intro', { zone: texts.zone(shown.time_zone) })}
        </p>
        <PlanPart times={times} shown={shown} />
      </div>
      <AbsencePart userId={userId} times={times} shown={shown} />
      <ExceptionsPart times={times} shown={shown} />
      <BusyPart userId={userId} zone={shown.time_zone} />
      <RulesPart times={times} shown={shown} />
      <InstantPart key={String(shown.plan === null)} times={times} shown={shown} />
      <PausePart times={times} shown={shown} />
    </div>
  )
}

function TimesSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-5 w-72 max-w-full" />
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <Skeleton key={key} className="h-20" />
      ))}
    </div>
  )
}
