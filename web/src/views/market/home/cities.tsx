import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { CITIES_PATH, cityAddress } from '#web/features/market/cities/addresses.ts'
import { PlaceRow } from '#web/features/market/cities/place-row.tsx'
import { servedCitiesQuery } from '#web/features/market/search/search.api.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const SHOWN_MAX = 6

/** Cities with their number of listed professionals; nothing if there are none. rule: home-first-view */
export function Cities() {
  const { t } = useTranslation('home')
  const { data } = useQuery(servedCitiesQuery(useApi()))
  if (!data || data.cities.length === 0) return null
  return (
    <section aria-labelledby="cities" className="page">
      <h2 id="cities" className="text-2xl md:text-3xl">
        {t('cities_title')}
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 lg:grid-cols-3">
        {data.cities.slice(0, SHOWN_MAX).map((city) => (
          <PlaceRow
            key={city.zip}
            href={cityAddress(city)}
            note={t('professionals', { count: city.professionals })}
          >
            {city.city}, {city.state}
          </PlaceRow>
        ))}
      </ul>
      <TextLink href={CITIES_PATH}>{t('all_cities')}</TextLink>
    </section>
  )
}
