import { useQuery } from '@tanstack/react-query'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { isProfileMissing, ProfileFirst } from './profile-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { AbsencePart } from './absence-part.tsx'
import { Affected } from './affected.tsx'
import { BusyPart } from './busy-part.tsx'
import { ExceptionsPart } from './exceptions-part.tsx'
import { InstantPart } from './instant-part.tsx'
import { PausePart } from './pause-part.tsx'
import { PlanPart } from './plan-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { SaveState } from './save-state.tsx'
import { useSavedLines } from './saved-lines.ts'
import { useTimeTexts } from './time-texts.ts'
import { timesQuery, useTimes } from './time.api.ts'
import { useTimeDraft } from './use-time-draft.ts'

/** The own hours, exceptions and rules. One button saves all that was changed. rule: working-hours */
export function OwnTimes({ userId }: { userId: string }) {
  const { t } = useTranslation('time')
  const query = useQuery(timesQuery(useApi(), userId))
  const { error } = query
  if (isProfileMissing(error)) return <ProfileFirst />
  return (
    <QueryState query={query} failed={t('load_failed')} pending={<TimesSkeleton />}>
      {(shown) => <Parts userId={userId} shown={shown} />}
    </QueryState>
  )
}

function Parts({ userId, shown }: { userId: string; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const savedLines = useSavedLines()
  const times = useTimes(userId)
  const draft = useTimeDraft({ userId, times, shown })
  const { values, changed, set, conflict } = draft
  return (
    <div className="flex flex-col gap-6">
      <p className="measure text-soft">{t('intro', { zone: texts.zone(shown.time_zone) })}</p>
      <PlanPart plan={values.plan} onChange={(plan) => set({ plan })} onSave={draft.save} />
      <div className="card divide-y divide-line">
        <AbsencePart userId={userId} times={times} shown={shown} />
        <ExceptionsPart times={times} shown={shown} />
        <PausePart
          until={values.paused_until}
          isChanged={changed.includes('paused_until')}
          onChange={(paused_until) => set({ paused_until })}
        />
        <InstantPart
          mode={values.plan ? values.instant_booking : 'off'}
          hasPlan={values.plan !== null}
          isChanged={changed.includes('instant_booking')}
          onChange={(instant_booking) => set({ instant_booking })}
        />
        <RulesPart
          rules={values.rules}
          isChanged={changed.includes('rules')}
          onChange={(rules) => set({ rules })}
        />
        <BusyPart userId={userId} zone={shown.time_zone} />
      </div>
      <SaveState
        error={draft.error}
        savedNow={conflict && savedLines(conflict, changed)}
        onTake={draft.takeSaved}
      />
      {draft.saved && <Affected saved={draft.saved} />}
      <SaveBar draft={draft} />
    </div>
  )
}

/** The one button that saves what was changed, and stays in view on a phone. */
function SaveBar({ draft }: { draft: ReturnType<typeof useTimeDraft> }) {
  const { t } = useTranslation('time')
  const isChanged = draft.changed.length > 0
  return (
    <div
      className={`${PHONE_BAR} flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:border-t max-sm:border-line max-sm:bg-paper`}
    >
      <Button
        className="max-sm:grow"
        busy={draft.isSaving}
        aria-disabled={!isChanged || undefined}
        onClick={() => isChanged && draft.save()}
      >
        {t('save')}
      </Button>
      <p role="status" className="text-sm text-soft empty:absolute">
        {isChanged && t('unsaved')}
      </p>
    </div>
  )
}

function TimesSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-5 w-72 max-w-full" />
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <Skeleton key={key} className="h-12" />
      ))}
    </div>
  )
}
