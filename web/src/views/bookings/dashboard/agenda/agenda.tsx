import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { intl, LOCALES, withPlainSpaces } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import type { AgendaAnswer } from '#contract/bookings/agenda.ts'
import { AGENDA_DAYS_DEFAULT, AGENDA_DAYS_MAX } from '#contract/calendar/time-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { zoneName } from '#web/i18n/zone-name.ts'
import { isProfileMissing, ProfileFirst } from '#web/features/calendar/profile-first.tsx'
import { MonthCalendar } from '#web/features/bookings/times/month-calendar.tsx'
import { dayAfter, weeksOfMonth } from '#web/features/bookings/times/month.ts'
import { AGENDA_VIEWS, agendaAddress } from '#web/router/agenda-address.ts'
import type { AgendaView } from '#web/router/agenda-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { LoadFailure, SavedAt } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { AgendaDays } from './agenda-days.tsx'
import { WeekGrid } from './week-grid.tsx'
import { AGENDA_WEEK_DAYS, agendaQuery } from './agenda.api.ts'

type AgendaProps = {
  professionalId: string
  view: AgendaView
  /** A date of the days to show; undefined: today. */
  from: string | undefined
  /** Whether the server cannot be reached. */
  isOffline: boolean
}

/** The visits of the next 7 days, of today and tomorrow, or of a month. rule: agenda */
export function Agenda({ professionalId, view, from, isOffline }: AgendaProps) {
  const { t } = useTranslation('dashboard')
  // The own zone, as soon as an answer has told it: a professional who travels keeps their own dates.
  const [zone, setZone] = useState(browserTimeZone)
  const { parts, date } = daysOf(view, from, todayIn(zone))
  const agenda = useAgenda(professionalId, parts)
  if (agenda.data && agenda.data.time_zone !== zone) setZone(agenda.data.time_zone)
  return (
    <div className="flex flex-col gap-6">
      <Views current={view} from={from} />
      {isProfileMissing(agenda.error) ? (
        <ProfileFirst />
      ) : agenda.error && !agenda.data ? (
        <LoadFailure
          title={t('agenda.failed')}
          error={agenda.error}
          isRetrying={agenda.isFetching}
          onRetry={agenda.retry}
        />
      ) : agenda.data ? (
        <>
          <SavedAt readAt={agenda.readAt} error={agenda.error} isOffline={isOffline} />
          <Days view={view} date={date} data={agenda.data} />
        </>
      ) : (
        <RowsSkeleton count={4} />
      )}
    </div>
  )
}

/** The reads that a view needs, and the date that it is about. */
function daysOf(view: AgendaView, from: string | undefined, today: string) {
  const date = from ?? today
  if (view === 'today') return { date, parts: [{ from, days: AGENDA_DAYS_DEFAULT }] }
  if (view === 'week') return { date, parts: [{ from, days: AGENDA_WEEK_DAYS }] }
  const days = weeksOfMonth(date).flat()
  const parts = []
  for (let index = 0; index < days.length; index += AGENDA_DAYS_MAX) {
    const count = Math.min(AGENDA_DAYS_MAX, days.length - index)
    parts.push({ from: days[index], days: count })
  }
  return { date, parts }
}

function useAgenda(professionalId: string, parts: ReturnType<typeof daysOf>['parts']) {
  const api = useApi()
  return useQueries({
    queries: parts.map((part) => agendaQuery(api, professionalId, part)),
    combine: (results) => {
      const answers = results.flatMap(({ data }) => data ?? [])
      const isComplete = answers.length === results.length
      return {
        data: isComplete ? joinedAnswers(answers) : undefined,
        error: results.find(({ error }) => error)?.error ?? null,
        isFetching: results.some(({ isFetching }) => isFetching),
        readAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
        retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
      }
    },
  })
}

function joinedAnswers(answers: readonly AgendaAnswer[]): AgendaAnswer {
  return {
    time_zone: answers[0]?.time_zone ?? browserTimeZone(),
    days: answers.flatMap(({ days }) => days),
  }
}

type DaysProps = { view: AgendaView; date: string; data: AgendaAnswer }

function Days({ view, date, data: { time_zone, days } }: DaysProps) {
  const { t, i18n } = useTranslation('dashboard')
  const [, navigate] = useLocation()
  const today = todayIn(time_zone)
  if (view === 'month') {
    const names = new Map(
      days.map((day) => [day.date, day.visits.map(({ client_name }) => client_name)]),
    )
    return (
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <AgendaDays days={days.filter((day) => day.date === date)} zone={time_zone} today={today} />
        <MonthCalendar
          names={names}
          day={date}
          onDay={(day) => navigate(agendaAddress('month', day), { replace: true })}
        />
      </div>
    )
  }
  const first = days[0]?.date ?? date
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Arrow to={agendaAddress(view, dayAfter(first, -days.length))} label={t('agenda.earlier')}>
          <ArrowLeftIcon />
        </Arrow>
        <h2 className="text-center text-lg">
          {daysName(i18n.language, first, days.at(-1)?.date ?? first)}
        </h2>
        <Arrow to={agendaAddress(view, dayAfter(first, days.length))} label={t('agenda.later')}>
          <ArrowRightIcon />
        </Arrow>
      </div>
      {view === 'week' && <WeekGrid days={days} zone={time_zone} today={today} />}
      <AgendaDays days={days} zone={time_zone} today={today} />
      <p className="text-sm text-soft">
        {t('agenda.zone', { zone: zoneName(i18n.language, time_zone) })}
      </p>
    </>
  )
}

/** 'Nov 30 – Dec 6'. */
function daysName(language: Language, first: string, last: string): string {
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const range = intl(Intl.DateTimeFormat, LOCALES[language], options)
  return withPlainSpaces(range.formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`)))
}

type ArrowProps = { to: string; label: string; children: ReactNode }

function Arrow({ to, label, children }: ArrowProps) {
  return (
    <Link
      href={to}
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-md border border-edge bg-surface hover:border-action hover:bg-mint"
    >
      {children}
    </Link>
  )
}

function Views({ current, from }: { current: AgendaView; from: string | undefined }) {
  const { t } = useTranslation('dashboard')
  return (
    <nav aria-label={t('agenda.views')}>
      <ul className="flex flex-wrap gap-2">
        {AGENDA_VIEWS.map((view) => (
          <li key={view}>
            <Link
              // 'Today' is a way back to today.
              href={agendaAddress(view, view === 'today' ? undefined : from)}
              aria-current={view === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-full border px-4 font-medium',
                view === current
                  ? 'border-action bg-mint text-action'
                  : 'border-edge hover:bg-mint',
              )}
            >
              {t(`agenda.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
