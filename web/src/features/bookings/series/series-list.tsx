import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import type { Series } from '#contract/bookings/series.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { seriesAddress } from '../list/booking-address.ts'
import { useSeriesTexts } from '../dialog/series-texts.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState, SavedAt } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { nameOfOther } from './other-side.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { SeriesBadges, SeriesWork } from './series-facts.tsx'
import { ownSeriesQuery } from './series.api.ts'

/** All regular visits of one side, newest first. rule: series */
export function SeriesList({ user, isOffline }: { user: User; isOffline: boolean }) {
  const { t } = useTranslation('series')
  const query = useInfiniteQuery(ownSeriesQuery(useApi(), user.id))
  return (
    <QueryState query={query} failed={t('failed')} pending={<SeriesSkeleton />}>
      {({ pages }) => {
        const all = pages.flatMap(({ series }) => series)
        const { error, dataUpdatedAt } = query
        const saved = <SavedAt readAt={dataUpdatedAt} error={error} isOffline={isOffline} />
        if (all.length === 0) {
          return (
            <>
              {saved}
              <EmptyState drawing={emptySignedIn.noBookings} title={t('none')}>
                {t(user.role === 'client' ? 'none_client' : 'none_professional')}
              </EmptyState>
            </>
          )
        }
        return (
          <div className="flex flex-col gap-4">
            {saved}
            {user.role === 'client' && all.some(({ may }) => may.includes('pause')) && (
              <PauseAll all={all} />
            )}
            <ul className="flex flex-col gap-4">
              {all.map((series) => (
                <li key={series.id}>
                  <SeriesCard series={series} />
                </li>
              ))}
            </ul>
            <MoreButton query={query} className="self-start">
              {t('more')}
            </MoreButton>
          </div>
        )
      }}
    </QueryState>
  )
}

function PauseAll({ all }: { all: readonly Series[] }) {
  const { t } = useTranslation('series')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="quiet" className="self-start" onClick={() => setIsOpen(true)}>
        {t('pause.all')}
      </Button>
      {isOpen && <PauseDialog all={all} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SeriesCard({ series }: { series: Series }) {
  const { t } = useTranslation('series')
  const format = useFormat()
  const { every } = useSeriesTexts()
  const next = series.visits.find(({ status }) => status === 'accepted' || status === 'planned')
  return (
    <article className="card relative flex flex-col gap-2 p-4 hover:border-action md:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg text-wrap">
          {/* The link covers the card. */}
          <Link href={seriesAddress(series.id)} className="after:absolute after:inset-0">
            {every(series)}
          </Link>
        </h2>
        <SeriesBadges series={series} />
      </header>
      <p className="wrap-anywhere">{nameOfOther(series)}</p>
      <p className="text-soft">
        <SeriesWork series={series} />
      </p>
      {next && series.status === 'active' && (
        <p>{t('next', { when: format.visit(next.starts_at, series.time_zone) })}</p>
      )}
    </article>
  )
}

export function SeriesSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
