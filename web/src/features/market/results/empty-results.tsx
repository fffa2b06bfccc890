import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { empty } from '#drawings/empty.ts'
import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { NO_FILTERS, resultsAddress } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'

const DAY_MS = 86_400_000
/** Places farther away are not nearby. */
const NEARBY_MILES_MAX = 100

type Nearby = NonNullable<Answer<'GET /api/professionals/search/enhanced'>['nearby']>

/** Explains why nobody was found, and offers the closest served places and the way home. rule: search-finds-listed */
export function EmptyResults({ filters, nearby }: { filters: Filters; nearby?: Nearby }) {
  const { t } = useTranslation(['no_results', 'search'])
  const zip = filters.zip_code
  const near = (nearby ?? []).filter(({ distance_miles: miles }) => miles <= NEARBY_MILES_MAX)
  if (filters.date && !nearby) {
    return (
      <EmptyState
        drawing={empty.noResults}
        title={t('nobody_free')}
        action={
          <ButtonLink href={resultsAddress(otherTime(filters))}>{t('other_time')}</ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      drawing={empty.noResults}
      title={t(nearby ? (nearby.length ? 'empty_zip' : 'unknown_zip') : 'empty_filters', {
        zip,
      })}
      action={<ButtonLink href="/">{t('search:return_home')}</ButtonLink>}
    >
      {nearby === undefined ? (
        <p>{t('empty_filters_help')}</p>
      ) : nearby.length === 0 ? (
        <p>{t('unknown_help')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <p>{t(near.length > 0 ? 'unknown' : 'far')}</p>
          {near.length > 0 && <NearbyPlaces filters={filters} nearby={near} />}
        </div>
      )}
    </EmptyState>
  )
}

/** Any time of the same day, or the next day. rule: search-by-time */
function otherTime(filters: Filters): Filters {
  if (filters.time || filters.part) return { ...filters, time: '', part: '', page: 1 }
  const date = new Date(Date.parse(filters.date) + DAY_MS).toISOString().slice(0, 10)
  return { ...filters, date, availability: undefined, page: 1 }
}

function NearbyPlaces({ filters, nearby }: { filters: Filters; nearby: Nearby }) {
  const { t } = useTranslation(['no_results', 'search'])
  const format = useFormat()
  return (
    <ul aria-label={t('nearby')} className="flex flex-wrap justify-center gap-2">
      {nearby.map(({ zip, city, state, distance_miles }) => (
        <li key={zip} className="max-sm:w-full">
          <Link
            href={resultsAddress({ ...filters, zip_code: zip, page: NO_FILTERS.page })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border max-sm:w-full border-edge bg-surface px-4 text-ink hover:border-action hover:bg-mint"
          >
            <strong className="font-semibold">{zip}</strong> {city}, {state}
            <span className="tabular text-sm text-soft max-sm:ml-auto">
              {t('miles', { miles: format.number(Math.round(distance_miles)) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
