import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { aboutList, aboutTrail } from '#web/features/cities/about-places.ts'
import { cityAddress, stateAddress } from '#web/features/cities/addresses.ts'
import { stateKey, stateQuery } from '#web/features/cities/cities.api.ts'
import type { StateWithCities } from '#web/features/cities/cities.api.ts'
import { PlaceRow, PlaceRows } from '#web/features/cities/place-row.tsx'
import { Trail } from '#web/features/cities/trail.tsx'
import { stateTrail } from '#web/features/cities/trails.ts'
import { ScreenSkeleton } from '#web/ui/skeleton.tsx'

defineView<'state'>('state', {
  head({ t, params, queryClient }) {
    const found = queryClient.getQueryData<StateWithCities>(stateKey(params.state))
    if (!found) return { title: t('cities:by_city') }
    const title = t('cities:title', { place: found.name })
    return {
      title,
      description: t('cities:state_intro', { count: found.cities.length }),
      canonical: stateAddress(found.state),
      about: {
        '@type': 'CollectionPage',
        name: title,
        breadcrumb: aboutTrail(stateTrail(found, t)),
        mainEntity: aboutList(
          found.cities.map((city) => ({ name: city.city, href: cityAddress(city) })),
        ),
      },
    }
  },
  load: ({ api, queryClient, params }) =>
    queryClient.ensureQueryData(stateQuery(api, params.state)),
  redirect: ({ params, queryClient }) => {
    const found = queryClient.getQueryData<StateWithCities>(stateKey(params.state))
    const isHere = !found || found.state.toLowerCase() === params.state
    return isHere ? undefined : stateAddress(found.state)
  },
  Component: State,
})

/** The cities of a state that have professionals. */
function State({ params }: ViewProps<'state'>) {
  const { t } = useTranslation(['cities', 'home'])
  const { data, error } = useQuery(stateQuery(useApi(), params.state))
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  return (
    <div className="page">
      <Trail steps={stateTrail(data, t)} />
      <h1 className="mt-4 text-3xl md:text-4xl">{t('title', { place: data.name })}</h1>
      <p className="measure mt-2 text-lg text-soft">
        {t('state_intro', { count: data.cities.length })}
      </p>
      <PlaceRows>
        {data.cities.map((city) => (
          <PlaceRow
            key={city.slug}
            href={cityAddress(city)}
            note={t('home:professionals', { count: city.professionals })}
          >
            {city.city}
          </PlaceRow>
        ))}
      </PlaceRows>
    </div>
  )
}
