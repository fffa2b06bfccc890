import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../app/use-translation.ts'
import { Link } from 'wouter'
import { useApi } from '../../app/context.tsx'
import { NO_FILTERS, resultsAddress } from '../search/filters.ts'
import { servedCitiesQuery } from '../search/search.api.ts'

const SHOWN_MAX = 12

/** Cities with the number of professionals listed there; nothing while nobody is. */
export function Cities() {
  const { t } = useTranslation('home')
  const { data } = useQuery(servedCitiesQuery(useApi()))
  if (!data || data.cities.length === 0) return null
  return (
    <section aria-labelledby="cities" className="page">
      <h2 id="cities" className="text-2xl md:text-3xl">
        {t('cities_title')}
      </h2>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {data.cities.slice(0, SHOWN_MAX).map(({ city, state, zip, professionals }) => (
          <li key={zip}>
            <Link
              href={resultsAddress({ ...NO_FILTERS, zip_code: zip })}
              className="group flex min-h-14 items-baseline justify-between gap-4 border-b border-line py-3.5 hover:border-action"
            >
              <span className="text-lg font-semibold group-hover:text-action">
                {city}, {state}
              </span>
              <span className="tabular shrink-0 text-sm text-soft">
                {t('professionals', { count: professionals })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
