import { useIsFetching } from '@tanstack/react-query'
import { displayName } from '#contract/people/display-name.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { itemListSchema } from '#web/features/market/cities/page-schema.ts'
import { publicAddress } from '#web/features/market/professionals/addresses.ts'
import {
  homePricesQuery,
  searchKeys,
  searchQuery,
} from '#web/features/market/results/results.api.ts'
import type { SearchAnswer } from '#web/features/market/results/results.api.ts'
import { NO_FILTERS, resultsAddress } from '#web/features/market/search/filters.ts'
import { readFilters } from '#web/features/market/search/read-filters.ts'
import { RefineBar } from '#web/features/market/search/refine-bar.tsx'
import { RefineForm } from '#web/features/market/search/refine-form.tsx'
import { ResultsSkeleton } from '#web/features/market/results/results-skeleton.tsx'
import { Results } from '#web/features/market/results/results.tsx'
import { serviceTypesQuery } from '#web/features/market/search/search.api.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'

defineView('search-results', {
  head({ t, search, queryClient }) {
    const filters = readFilters(search)
    const { zip_code: zip } = filters
    if (!zip) return { title: t('find:title_without_zip'), noindex: true }
    const canonical = resultsAddress({ ...NO_FILTERS, zip_code: zip })
    const found = queryClient.getQueryData<SearchAnswer>(searchKeys.results(filters))
    return {
      title: t('find:title', { zip }),
      description: t('find:description', { zip }),
      canonical,
      about: {
        '@type': 'SearchResultsPage',
        name: t('find:title', { zip }),
        mainEntity: itemListSchema(
          (found?.professionals ?? []).map(({ full_name, slug }) => ({
            name: displayName(full_name),
            href: publicAddress(slug),
          })),
          found?.total,
        ),
      },
      // rule: indexable-pages
      noindex: !found?.total || !/^\d{5}$/.test(zip) || resultsAddress(filters) !== canonical,
    }
  },
  load({ api, queryClient, search, user }) {
    const filters = readFilters(search)
    const find = async () => {
      const found = await queryClient.ensureQueryData(searchQuery(api, filters))
      const prices = homePricesQuery(api, filters, found, user)
      // The server renders the page that a visitor gets.
      if (prices.enabled && typeof window !== 'undefined') await queryClient.prefetchQuery(prices)
    }
    return Promise.all([
      filters.zip_code ? find() : undefined,
      queryClient.prefetchQuery(serviceTypesQuery(api)),
    ])
  },
  Component: SearchResults,
  Pending,
})

function SearchResults({ search }: ViewProps) {
  const { t } = useTranslation(['find', 'results', 'errors'])
  const filters = readFilters(search)
  const searching = useIsFetching({ queryKey: searchKeys.results(filters) }) > 0
  return (
    <>
      <RefineBar filters={filters} searching={searching} />
      <div className="page pt-3 md:pt-4">
        {!filters.zip_code && (
          <h1 className="mb-2 text-2xl md:text-3xl">{t('title_without_zip')}</h1>
        )}
        {filters.zip_code ? (
          <Results filters={filters} />
        ) : search.has('zip_code') ? (
          <MessageBox tone="problem" className="mt-4">
            {t('errors:zip_required')}
          </MessageBox>
        ) : (
          <p className="text-lg text-soft">{t('results:start')}</p>
        )}
        {!filters.zip_code && (
          <RefineForm
            filters={filters}
            searching={searching}
            className="mt-6 flex max-w-form flex-col gap-4 lg:hidden"
          />
        )}
      </div>
    </>
  )
}

function Pending() {
  const { t } = useTranslation('find')
  return (
    <div className="page pt-3 md:pt-4" aria-busy="true">
      <p role="status" className="mb-3 min-h-6 text-sm text-soft">
        {t('searching')}
      </p>
      <ResultsSkeleton />
    </div>
  )
}
