import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import {
  latestOfEach,
  readNextFree,
  readRepeatedPrices,
} from '#web/features/bookings/dialog/book-again.tsx'
import { latestBookingsQuery, nextBookingsQuery } from '#web/features/bookings/list/bookings.api.ts'
import { BookAgainList } from './marketplace/book-again-list.tsx'
import { NextBookings, NextBookingsSkeleton } from './marketplace/next-bookings.tsx'
import { RecentList } from './marketplace/recent-list.tsx'
import { deleteSearches, recentSearches, rememberSearch } from './marketplace/recent-searches.ts'
import { SearchPanel } from './marketplace/search-panel.tsx'
import type { Filters } from '#web/features/market/search/filters.ts'
import { serviceTypesQuery } from '#web/features/market/search/search.api.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'

const BOOKINGS_SHOWN = 3
/** How many past bookings are read to find the latest professionals. */
const PAST_READ = 10
const AGAIN_SHOWN = 2

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
      queryClient.fetchQuery(nextBookingsQuery(api, user.id, BOOKINGS_SHOWN)),
      readAgain(),
      queryClient.prefetchQuery(serviceTypesQuery(api)),
    ])
  },
  Component: Marketplace,
})

function Marketplace() {
  const user = useUser()
  return user && <MarketplaceOf client={user} />
}

/** The first screen of a client: the search, then the latest searches and the next visits. rule: marketplace-panel */
function MarketplaceOf({ client }: { client: User }) {
  const { t } = useTranslation(['marketplace', 'app'])
  const [searches, setSearches] = useState<Filters[]>()
  return (
    <div className="page flex flex-col gap-8">
      <section className="card overflow-clip">
        <img
          src="/drawings/banner.svg"
          alt=""
          width="1600"
          height="900"
          className="pane block h-12 w-full object-cover sm:h-24 object-[50%_62%] md:h-36 dark:opacity-85"
        />
        <div className="flex flex-col gap-5 p-4 md:p-8">
          <header className="flex flex-col gap-1">
            {/* Below xl the header has no room for the tagline. */}
            <p className="text-soft xl:hidden">{t('app:tagline')}</p>
            <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
          </header>
          <SearchPanel
            onSearch={(filters) => {
              rememberSearch(client.id, filters)
              setSearches(recentSearches(client.id))
            }}
          />
        </div>
      </section>
      <OwnLists
        client={client}
        latest={searches}
        onDelete={() => {
          deleteSearches(client.id)
          setSearches([])
        }}
      />
    </div>
  )
}

type OwnListsProps = {
  client: User
  /** The latest searches, if they have changed on this screen. */
  latest: Filters[] | undefined
  onDelete: () => void
}

/** Below the panel. Only the browser knows the searches, so the server renders a skeleton. */
function OwnLists({ latest, ...props }: OwnListsProps) {
  const isHydrated = useHydrated()
  if (!isHydrated) return <NextBookingsSkeleton />
  return (
    <Suspense fallback={<NextBookingsSkeleton />}>
      <Lists {...props} searches={latest ?? recentSearches(props.client.id)} />
    </Suspense>
  )
}

type ListsProps = Omit<OwnListsProps, 'latest'> & { searches: Filters[] }

/** The latest searches, the next visits, and whom to book again. */
function Lists({ client, searches, onDelete }: ListsProps) {
  const { t } = useTranslation(['marketplace', 'bookings'])
  const coming = useQuery(nextBookingsQuery(useApi(), client.id, BOOKINGS_SHOWN))
  const past = useQuery(latestBookingsQuery(useApi(), client.id, PAST_READ))
  const again = latestOfEach(past.data ?? [], AGAIN_SHOWN)
  const hasNothing = coming.data?.length === 0 && searches.length === 0
  return (
    <>
      {hasNothing ? (
        past.isFetched &&
        again.length === 0 && (
          <EmptyState drawing={empty.noResults} title={t('empty')}>
            {t('empty_help')}
          </EmptyState>
        )
      ) : (
        <div className="grid items-start gap-8 lg:auto-cols-fr lg:grid-flow-col">
          {/* First, because they are here at once: the visits come later and must not push them down. */}
          {searches.length > 0 && <RecentList searches={searches} onDelete={onDelete} />}
          <QueryState
            query={coming}
            failed={t('bookings:mine.failed')}
            failureLook="message-box"
            pending={<NextBookingsSkeleton />}
          >
            {(bookings) => bookings.length > 0 && <NextBookings bookings={bookings} />}
          </QueryState>
        </div>
      )}
      {again.length > 0 && <BookAgainList bookings={again} />}
    </>
  )
}
