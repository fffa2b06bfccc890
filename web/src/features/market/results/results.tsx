import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { HomePrices } from '#contract/bookings/quote.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { ProfessionalCards } from './professional-cards.tsx'
import { EmptyResults } from './empty-results.tsx'
import { FilterChips } from '../search/filter-chips.tsx'
import { filtersQuery, resultsAddress } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'
import { Nearest } from './nearest.tsx'
import { Pages } from './pages.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { homePricesQuery, searchQuery } from './results.api.ts'
import type { SearchAnswer } from './results.api.ts'

/** The results of a search, with its states while it runs and when it fails. rule: search-address */
export function Results({ filters }: { filters: Filters }) {
  const { t } = useTranslation(['results', 'search', 'find'])
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(useApi(), filters),
    placeholderData: keepPreviousData,
  })
  const searching = isFetching && (!data || isPlaceholderData || isError)

  return (
    <>
      <div className="flex min-h-6 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="font-text text-base font-semibold tracking-normal">
          {t('find:title', { zip: filters.zip_code })}
        </h1>
        <CountLine searching={searching} failed={isError} total={data?.total} />
        <FilterChips filters={filters} />
      </div>
      {/* LoadFailure needs translations that public pages do not load. */}
      {isError && !searching ? (
        <div role="alert">
          <EmptyState
            drawing={empty.error}
            title={t('failed')}
            action={<Button onClick={() => void refetch()}>{t('search:again')}</Button>}
          />
        </div>
      ) : (
        <div className={classNames('mt-3 transition-opacity', searching && data && 'opacity-50')}>
          {data ? <ResultsList filters={filters} answer={data} /> : <ResultsSkeleton />}
        </div>
      )}
    </>
  )
}

type CountProps = { searching: boolean; failed: boolean; total: number | undefined }

function CountLine({ searching, failed, total = 0 }: CountProps) {
  const { t } = useTranslation(['results', 'find'])
  const found = total ? t('found', { count: total }) : t('none')
  return (
    <p role="status" aria-live="polite" className="text-[0.75rem] text-soft md:text-sm">
      {searching ? t('find:searching') : !failed && found}
    </p>
  )
}

function ResultsList({ filters, answer }: { filters: Filters; answer: SearchAnswer }) {
  const { t } = useTranslation(['results', 'search'])
  const { data: prices } = useQuery(homePricesQuery(useApi(), filters, answer, useUser()))
  const mayBeFree = answer.may_be_free?.total ? (
    <MayBeFree
      prices={prices}
      filters={filters}
      told={answer.professionals.length > 0}
      {...answer.may_be_free}
    />
  ) : null
  if (answer.total === 0) {
    return (
      <div className="flex flex-col gap-10">
        {answer.nearest && <Nearest filters={filters} professionals={answer.nearest} />}
        <EmptyResults filters={filters} nearby={answer.nearby} />
        {mayBeFree}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-10">
      <ProfessionalCards
        prices={prices}
        professionals={answer.professionals}
        search={filtersQuery(filters)}
        first={mayBeFree ? 4 : 8}
      />
      {answer.professionals.length === 0 && (
        <EmptyState
          drawing={empty.noResults}
          title={t('page_empty', { page: filters.page })}
          action={
            <ButtonLink href={resultsAddress({ ...filters, page: 1 })}>
              {t('first_page')}
            </ButtonLink>
          }
        />
      )}
      <Pages filters={filters} total={answer.total} />
      {mayBeFree}
    </div>
  )
}

type MayBeFreeProps = {
  filters: Filters
  prices: HomePrices | undefined
  told: boolean
} & NonNullable<SearchAnswer['may_be_free']>

/** The first of those who have not stated their hours, and a link to all of them. rule: search-by-time */
function MayBeFree({ filters, prices, told, total, professionals }: MayBeFreeProps) {
  const { t } = useTranslation(['results', 'search'])
  const all = { ...filters, availability: 'may_be_free', page: 1 } as const
  return (
    <section aria-labelledby="may-be-free" className="flex flex-col gap-6">
      <h2 id="may-be-free" className="text-xl">
        {t('may_be_free', { count: total })}
      </h2>
      <ProfessionalCards
        prices={prices}
        professionals={professionals}
        search={filtersQuery(filters)}
        told={told}
      />
      {total > professionals.length && (
        <ButtonLink href={resultsAddress(all)} look="quiet" className="self-center">
          {t('see_all')}
        </ButtonLink>
      )}
    </section>
  )
}
