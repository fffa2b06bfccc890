import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { User } from '#contract/people/identity.ts'
import type { ownReliability } from '#contract/market/reliability.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { ClientNotesText } from '#web/features/bookings/list/reliability.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { landingPath } from '#web/session/next-path.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { ROW } from '#web/ui/link-row.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { reliabilityQuery, settingsQuery } from './account.api.ts'

/**
 * The page of the own figures: what counts as late, who sees them, and what was counted, newest first.
 * rule: reliability
 */
export function ReliabilityPage() {
  const { t } = useTranslation('account')
  const user = useUser()
  const query = useQuery(reliabilityQuery(useApi(), user?.id ?? ''))
  return (
    <>
      <header>
        <h1 className="text-2xl md:text-3xl">{t('reliability.title')}</h1>
        <p className="text-soft">{t('reliability.help')}</p>
      </header>
      <QueryState
        query={query}
        failed={t('reliability.failed')}
        pending={<Skeleton className="h-96" />}
      >
        {(reliability) => (
          <>
            {hasNone(reliability) ? <NothingCounted /> : <Figures reliability={reliability} />}
            {user && <NoteCounts user={user} />}
            <Meaning />
            {reliability.events.length > 0 && <Events reliability={reliability} />}
          </>
        )}
      </QueryState>
    </>
  )
}

type OwnReliability = z.infer<typeof ownReliability.answer>

const hasNone = ({ visits, excused }: OwnReliability) => visits + excused === 0

function NothingCounted() {
  const { t } = useTranslation('account')
  const role = useUser()?.role ?? 'client'
  return (
    <EmptyState
      drawing={emptySignedIn.noBookings}
      title={t('reliability.none')}
      action={
        <ButtonLink href={landingPath({ role })}>{t(`reliability.none_action.${role}`)}</ButtonLink>
      }
    />
  )
}

/** Visits that are shown at once. The others open below them. */
const NEWEST_VISITS = 8

type CountedVisit = OwnReliability['events']

/** A row for each visit that was counted, the newest first. */
function Events({ reliability }: { reliability: OwnReliability }) {
  const { t } = useTranslation('account')
  const { events, visits, excused, on_time_of = 0 } = reliability
  const counted = [...Map.groupBy(events, ({ booking_id }) => booking_id).values()]
  const earlier = counted.slice(NEWEST_VISITS)
  return (
    <section className="flex flex-col gap-3" aria-labelledby="counted">
      <h2 id="counted" className="text-xl">
        {t('reliability.counted')}
      </h2>
      <div className="card divide-y divide-line">
        <VisitRows counted={counted.slice(0, NEWEST_VISITS)} />
        {earlier.length > 0 && (
          <details className="group">
            <summary className={`${ROW} list-none`}>
              {t('reliability.earlier')}
              <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
            </summary>
            <VisitRows counted={earlier} />
          </details>
        )}
      </div>
      {events.length < visits + excused + on_time_of && (
        <p className="text-sm text-soft">{t('reliability.newest', { count: events.length })}</p>
      )}
    </section>
  )
}

function VisitRows({ counted }: { counted: readonly CountedVisit[] }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  return (
    <ul className="divide-y divide-line">
      {counted.map((events) => {
        const [{ at, booking_id, time_zone }] = events as [CountedVisit[number]]
        return (
          <li key={booking_id}>
            <Link href={visitAddress(booking_id)} className={ROW}>
              <span>{format.date(at, time_zone)}</span>
              <span className="text-right text-sm font-normal">
                <DotSeparated facts={events.map(({ kind }) => t(`reliability.events.${kind}`))} />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Figures({ reliability }: { reliability: OwnReliability }) {
  const { t } = useTranslation('account')
  const { visits, kept, late_cancellations, no_shows, on_time, on_time_of, excused } = reliability
  return (
    <dl className="card divide-y divide-line">
      <Figure name={t('reliability.visits')} value={visits} />
      <Figure name={t('reliability.kept')} value={kept} />
      <Figure name={t('reliability.late')} value={late_cancellations} />
      <Figure name={t('reliability.no_shows')} value={no_shows} />
      {on_time_of !== undefined && (
        <Figure name={t('reliability.on_time')} value={`${on_time} / ${on_time_of}`} />
      )}
      <Figure name={t('reliability.excused')} value={excused} />
    </dl>
  )
}

/** Counts of the notes that professionals made about the client. rule: client-notes */
function NoteCounts({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { data } = useQuery(settingsQuery(useApi(), user.id))
  if (!data?.client_notes) return null
  return (
    <p>
      <span className="block text-sm text-soft">{t('reliability.notes')}</span>
      <ClientNotesText counts={data.client_notes} />
    </p>
  )
}

/** Explains which cancellations count as late, and who sees the figures. */
function Meaning() {
  const { t } = useTranslation('account')
  const role = useUser()?.role ?? 'client'
  return (
    <ul className="measure flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
      <li>{t(`reliability.means.${role}`)}</li>
      <li>{t('reliability.ill')}</li>
      <li>{t(`reliability.seen.${role}`)}</li>
      {role === 'client' && <li>{t('reliability.limit')}</li>}
    </ul>
  )
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-4 py-2">
      <dt>{name}</dt>
      <dd className="tabular text-lg font-semibold whitespace-nowrap">{value}</dd>
    </div>
  )
}
