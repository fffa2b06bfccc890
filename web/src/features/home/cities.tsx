import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../app/use-translation.ts'
import { useApi } from '../../app/context.tsx'
import { cityAddress } from '../cities/addresses.ts'
import { PlaceRow, PlaceRows } from '../cities/place-row.tsx'
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
      <PlaceRows>
        {data.cities.slice(0, SHOWN_MAX).map((there) => (
          <PlaceRow
            key={there.zip}
            href={cityAddress(there)}
            note={t('professionals', { count: there.professionals })}
          >
            {there.city}, {there.state}
          </PlaceRow>
        ))}
      </PlaceRows>
    </section>
  )
}
