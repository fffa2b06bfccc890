import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { breadcrumbSchema, itemListSchema } from '#web/features/market/cities/page-schema.ts'
import { cityAddress, stateAddress } from '#web/features/market/cities/addresses.ts'
import { cityKeys, stateQuery } from '#web/features/market/cities/cities.api.ts'
import type { StateWithCities } from '#web/features/market/cities/cities.api.ts'
import { stateInTitle } from '#web/features/market/cities/state-in-title.ts'
import { PlaceRow, PlaceRows } from '#web/features/market/cities/place-row.tsx'
import { Breadcrumbs, stateBreadcrumbs } from '#web/features/market/cities/breadcrumbs.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'

defineView<'state'>('state', {
  head({ t, language, params, queryClient }) {
    const found = queryClient.getQueryData<StateWithCities>(cityKeys.state(params.state))
    if (!found) return { title: t('cities:by_city') }
    const title = t('cities:state_title', { place: stateInTitle(language, found) })
    return {
      title,
      description: t('cities:state_intro', { count: found.cities.length }),
      canonical: stateAddress(found.state),
      about: {
        '@type': 'CollectionPage',
        name: title,
        breadcrumb: breadcrumbSchema(stateBreadcrumbs(found, t)),
        mainEntity: itemListSchema(
          found.cities.map((city) => ({ name: city.city, href: cityAddress(city) })),
        ),
      },
    }
  },
  load: ({ api, queryClient, params }) =>
    queryClient.ensureQueryData(stateQuery(api, params.state)),
  redirect: ({ params, queryClient }) => {
    const found = queryClient.getQueryData<StateWithCities>(cityKeys.state(params.state))
    const isHere = !found || found.state.toLowerCase() === params.state
    return isHere ? undefined : stateAddress(found.state)
  },
  Component: State,
})

/** Up to this many cities stand in one list; more are grouped by their first letter. */
const PLAIN_MAX = 60

/** The cities of a state that have professionals. rule: city-pages */
function State({ params }: ViewProps<'state'>) {
  const { t, i18n } = useTranslation('cities')
  const { data, error } = useQuery(stateQuery(useApi(), params.state))
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  return (
    <div className="page">
      <Breadcrumbs trail={stateBreadcrumbs(data, t)} />
      <h1 className="mt-4 text-3xl md:text-4xl">
        {t('state_title', { place: stateInTitle(i18n.language, data) })}
      </h1>
      <p className="measure mt-2 text-lg text-soft">
        {t('state_intro', { count: data.cities.length })}
      </p>
      {data.cities.length > PLAIN_MAX ? (
        <div className="card mt-4 divide-y divide-line">
          {[...Map.groupBy(data.cities, ({ city }) => city[0]!)].map(([letter, cities]) => (
            <FoldedPart key={letter} title={letter}>
              <Cities cities={cities} />
            </FoldedPart>
          ))}
        </div>
      ) : (
        <Cities cities={data.cities} />
      )}
    </div>
  )
}

function Cities({ cities }: Pick<StateWithCities, 'cities'>) {
  const { t } = useTranslation('home')
  return (
    <PlaceRows>
      {cities.map((city) => (
        <PlaceRow
          key={city.slug}
          href={cityAddress(city)}
          note={t('professionals', { count: city.professionals })}
        >
          {city.city}
        </PlaceRow>
      ))}
    </PlaceRows>
  )
}
