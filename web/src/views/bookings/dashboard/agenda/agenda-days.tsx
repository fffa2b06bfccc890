import { formatDate } from '#contract/date-formats.ts'
import type { AgendaDay, AgendaVisit } from '#contract/bookings/agenda.ts'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { PhaseBadge } from '#web/features/bookings/one/phase-word.tsx'
import { VisitLink } from '#web/features/bookings/one/visit-link.tsx'
import { useReadAhead } from '#web/features/visits/day/use-read-ahead.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useNow } from '#web/ui/states/use-now.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { busyOnDay } from './busy-on-day.ts'
import type { BusyOnDay } from './busy-on-day.ts'

type AgendaDaysProps = { days: readonly AgendaDay[]; zone: string; today: string }

/** Days with their hours, busy times and visits, in the order of the clock. rule: agenda */
export function AgendaDays({ days, zone, today }: AgendaDaysProps) {
  const { t } = useTranslation(['dashboard', 'bookings'])
  useReadAhead(
    days.flatMap(({ visits }) => visits.map((visit) => ({ ...visit, id: visit.booking_id }))),
  )
  const isEmpty = days.every(({ visits }) => visits.length === 0)
  return (
    <div id="days" className="flex flex-col gap-8">
      {isEmpty && (
        <p className="text-soft">
          {t(days.length > 1 ? 'dashboard:agenda.empty' : 'bookings:month.none')}
        </p>
      )}
      {days.map((day) => (
        <Day key={day.date} day={day} zone={zone} today={today} saysNone={!isEmpty} />
      ))}
    </div>
  )
}

type DayProps = {
  day: AgendaDay
  zone: string
  today: string
  /** Whether a day without visits says so. */
  saysNone: boolean
}

function Day({ day, zone, today, saysNone }: DayProps) {
  const { t, i18n } = useTranslation(['dashboard', 'bookings'])
  const id = `day-${day.date}`
  const entries = [
    ...day.visits.map((visit) => ({ at: visit.starts_at, visit })),
    ...day.busy.map((busy) => ({ at: busy.starts_at, busy })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header>
        <h2 id={id} className="text-lg first-letter:uppercase">
          {day.date === today && `${t('agenda.today_is')}, `}
          {day.date === dayAfterToday(today) && `${t('agenda.tomorrow')}, `}
          {formatDate(i18n.language, day.date)}
        </h2>
        <p className="text-sm text-soft empty:absolute">
          <Hours day={day} />
        </p>
      </header>
      {saysNone && day.visits.length === 0 && (
        <p className="text-sm text-soft">{t('bookings:month.none')}</p>
      )}
      {entries.length > 0 && (
        <ol className="card divide-y divide-line">
          {entries.map((entry) =>
            'visit' in entry ? (
              <li key={entry.visit.booking_id} className="p-4">
                <Visit visit={entry.visit} zone={zone} />
              </li>
            ) : (
              <li key={entry.at} className="px-4 py-3 text-soft">
                <Busy busy={busyOnDay(entry.busy, day.date, zone)} />
              </li>
            ),
          )}
        </ol>
      )}
    </section>
  )
}

const DAY_MS = 86_400_000
const dayAfterToday = (today: string) =>
  new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10)

function Busy({ busy: { from, to } }: { busy: BusyOnDay }) {
  const { t } = useTranslation('dashboard')
  const time = useClockTime()
  if (from === '00:00' && to === '24:00') return t('agenda.busy_all_day')
  return t('agenda.busy', { from: time(from), to: time(to) })
}

function Hours({ day: { hours, off, visits } }: { day: AgendaDay }) {
  const { t } = useTranslation('dashboard')
  const time = useClockTime()
  if (off && !hours?.length) return t('agenda.off')
  if (!hours) return null
  // Who has a visit works, also outside the stated hours.
  if (hours.length === 0) return visits.length > 0 ? null : t('agenda.not_working')
  return hours
    .map(({ from, to }) => t('agenda.hours', { from: time(from), to: time(to) }))
    .join(', ')
}

/** Formats 'HH:MM', up to '24:00'. */
function useClockTime() {
  const format = useFormat()
  return (time: string) => format.time(`2026-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC')
}

/** rule: lead-locked */
function Visit({ visit, zone }: { visit: AgendaVisit; zone: string }) {
  const { t } = useTranslation(['dashboard', 'bookings', 'search', 'errors'])
  const format = useFormat()
  const { address, city, state, zip_code, time_zone, client_name } = visit
  const now = useNow()
  const isOver = visit.status === 'completed' || now > new Date(visit.ends_at)
  const time = t('agenda.hours', {
    from: format.time(visit.starts_at, time_zone),
    to: format.time(visit.ends_at, time_zone),
  })
  return (
    <article className={classNames('flex flex-col gap-1.5', isOver && 'text-soft')}>
      <Drive visit={visit} />
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-base break-words">
          <time dateTime={visit.starts_at} className="tabular">
            {time_zone === zone ? time : t('bookings:visit_time', { time, city })}
          </time>
          <span className="sr-only">, </span>
          <span className="block font-semibold">{client_name}</span>
        </h3>
        {visit.status !== 'accepted' && <PhaseBadge visit={visit} />}
      </header>
      <p className="min-w-0 wrap-anywhere">
        {address && `${address}, `}
        {city}, {state} {zip_code}
      </p>
      <p className="text-sm text-soft">
        <DotSeparated
          facts={[
            <ServiceName key="service" visit={visit} />,
            t('bookings:hours', { count: visit.estimated_hours }),
            format.money(visit.total_amount),
            ...(visit.status === 'pending' && visit.outside_hours
              ? [t('bookings:outside.stated')]
              : []),
            ...(visit.locked && !visit.closed ? [t('agenda.locked')] : []),
          ]}
        />
      </p>
      {visit.closed && (
        <p className="measure text-sm text-soft">{t(`errors:${LEAD_CLOSED[visit.closed]}`)}</p>
      )}
      {visit.notes && <p className="text-sm wrap-anywhere whitespace-pre-line">{visit.notes}</p>}
      {!visit.locked && <VisitLink booking={{ id: visit.booking_id, status: visit.status }} />}
    </article>
  )
}

/** The drive from the visit before, and whether there is time for it. */
function Drive({ visit }: { visit: AgendaVisit }) {
  const { t } = useTranslation('dashboard')
  const { travel_minutes_before: drive, gap_minutes_before: free } = visit
  if (drive === null || free === null) return null
  if (drive <= free)
    return <p className="text-sm text-soft">{t('agenda.drive', { drive, free })}</p>
  return (
    <p className="flex items-start gap-2 self-start rounded-md bg-amber-soft px-3 py-1.5 text-sm font-medium text-amber">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      {t('agenda.tight', { drive, free })}
    </p>
  )
}
