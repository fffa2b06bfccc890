import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { User } from '#contract/people/identity.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import {
  latestOfEach,
  readNextFree,
  readRepeatedPrices,
} from '#web/features/bookings/dialog/book-again.tsx'
import { latestBookingsQuery, nextBookingsQuery } from '#web/features/bookings/list/bookings.api.ts'
import { waitsForClient } from '#web/features/bookings/list/group-visits.ts'
import { VisitToAnswer } from '#web/features/bookings/list/visit-to-answer.tsx'
import {
  ReviewsToWrite,
  reviewsToWriteQuery,
} from '#web/features/market/reviews/reviews-to-write.tsx'
import { BookAgainList } from './marketplace/book-again-list.tsx'
import { NextVisit } from './marketplace/next-visit.tsx'
import { RecentList } from './marketplace/recent-list.tsx'
import { deleteSearches, recentSearches, rememberSearch } from './marketplace/recent-searches.ts'
import { SearchPanel } from './marketplace/search-panel.tsx'
import { SearchPill } from './marketplace/search-pill.tsx'
import type { Filters } from '#web/features/market/search/filters.ts'
import { serviceTypesQuery } from '#web/features/market/search/search.api.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'

/** How many coming visits are read to find the next one and those that wait for an answer. */
const COMING_READ = 10
/** How many past bookings are read to find the latest professionals. */
const PAST_READ = 10
const AGAIN_SHOWN = 2
/** The other questions are in the list of visits. */
const ANSWERS_SHOWN = 2

defineView('marketplace', {
  head: ({ t }) => ({ title: t('marketplace:title') }),
  load: ({ api, queryClient, user }) => {
    if (!user) return undefined
    const readAgain = async () => {
      const past = await queryClient.fetchQuery(latestBookingsQuery(api, user.id, PAST_READ))
      const again = latestOfEach(past.bookings, AGAIN_SHOWN)
      await Promise.all([
        readNextFree(api, queryClient, again),
        readRepeatedPrices(api, queryClient, again),
      ])
    }
    return Promise.all([
      queryClient.fetchQuery(nextBookingsQuery(api, user.id, COMING_READ)),
      readAgain(),
      // The screen waits for it too: if it fails, the server sends the skeleton that the browser begins with.
      queryClient.fetchQuery(reviewsToWriteQuery(api)),
      queryClient.prefetchQuery(serviceTypesQuery(api)),
    ])
  },
  Component: Marketplace,
})

function Marketplace() {
  const user = useUser()
  return user && <MarketplaceOf client={user} />
}

/**
 * The first screen of a client: the next visit, what waits for an answer, whom to book again, and the search. Without a
 * visit the search comes first. rule: marketplace-panel
 */
function MarketplaceOf({ client }: { client: User }) {
  const { t } = useTranslation('bookings')
  const coming = useQuery(nextBookingsQuery(useApi(), client.id, COMING_READ))
  const past = useQuery(latestBookingsQuery(useApi(), client.id, PAST_READ))
  const reviews = useQuery(reviewsToWriteQuery(useApi()))
  const search = useSearches(client.id)
  const error = coming.error ?? past.error
  // All of it is shown at once, so that nothing moves.
  if (!error && (coming.isPending || past.isPending || reviews.isPending)) return <HomeSkeleton />
  const visits = coming.data ?? []
  const next = visits.find(({ status }) => status === 'accepted') ?? visits[0]
  const again = latestOfEach(past.data ?? [], AGAIN_SHOWN)
  return (
    <div className="page flex max-w-240 flex-col gap-5">
      {!next && <PanelFirst search={search} isNew={!error && again.length === 0} />}
      {coming.isError && !coming.data && (
        <QueryState query={coming} failed={t('mine.failed')} failureLook="message-box">
          {() => null}
        </QueryState>
      )}
      {next && <NextVisit booking={next} />}
      <Answers bookings={[...visits, ...(past.data ?? [])].filter(waitsForClient)} />
      {again.length > 0 && <BookAgainList bookings={again} />}
      {next && <SearchPill zip={next.zip_code} {...search} />}
    </div>
  )
}

/** The visits that wait for an answer, and those without a review. */
function Answers({ bookings }: { bookings: readonly ClientBooking[] }) {
  const { t } = useTranslation('bookings')
  return (
    <>
      {bookings.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="text-lg">{t('mine.needs_you')}</h2>
          {bookings.slice(0, ANSWERS_SHOWN).map((booking) => (
            <VisitToAnswer key={booking.id} booking={booking} />
          ))}
        </section>
      )}
      <ReviewsToWrite />
    </>
  )
}

type Searches = {
  searches: Filters[]
  onSearch: (filters: Filters) => void
  onDelete: () => void
}

/** The client's latest searches. Only the browser knows them. */
function useSearches(clientId: string): Searches {
  const isHydrated = useHydrated()
  const [changed, setChanged] = useState<Filters[]>()
  return {
    searches: changed ?? (isHydrated ? recentSearches(clientId) : []),
    onSearch: (filters) => {
      rememberSearch(clientId, filters)
      setChanged(recentSearches(clientId))
    },
    onDelete: () => {
      deleteSearches(clientId)
      setChanged([])
    },
  }
}

/** The panel of a client without a coming visit, with the drawing and, for a new one, a word of welcome. */
function PanelFirst({ search, isNew }: { search: Searches; isNew: boolean }) {
  const { t } = useTranslation(['marketplace', 'app'])
  const { searches, onSearch, onDelete } = search
  return (
    <>
      <section className="card overflow-clip">
        <img
          src="/drawings/banner.svg"
          alt=""
          width="1600"
          height="900"
          className="pane block h-12 w-full object-cover object-[50%_62%] sm:h-24 md:h-36 dark:opacity-85"
        />
        <div className="flex flex-col gap-5 p-4 md:p-8">
          <header className="flex flex-col gap-1">
            {/* Below xl the header has no room for the tagline. */}
            <p className="text-soft xl:hidden">{t('app:tagline')}</p>
            <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
          </header>
          <SearchPanel onSearch={onSearch} />
        </div>
      </section>
      {searches.length > 0 && (
        <Suspense>
          <RecentList searches={searches} onDelete={onDelete} />
        </Suspense>
      )}
      {isNew && searches.length === 0 && (
        <EmptyState drawing={empty.noResults} title={t('empty')}>
          {t('empty_help')}
        </EmptyState>
      )}
    </>
  )
}

/** Keeps the place while the visits load. */
function HomeSkeleton() {
  const { t } = useTranslation('marketplace')
  return (
    <div className="page flex max-w-240 flex-col gap-5" aria-busy="true">
      <h1 className="sr-only">{t('title')}</h1>
      <LoadingStatus />
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
