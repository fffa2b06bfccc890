import { useQuery } from '@tanstack/react-query'
import { PRODUCT_NAME } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { itemListSchema } from '#web/features/market/cities/page-schema.ts'
import { stateAddress } from '#web/features/market/cities/addresses.ts'
import { cityKeys, statesQuery } from '#web/features/market/cities/cities.api.ts'
import type { StatesServed } from '#web/features/market/cities/cities.api.ts'
import { PlaceRow, PlaceRows } from '#web/features/market/cities/place-row.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'

defineView('cities', {
  head({ t, queryClient }) {
    const title = t('cities:by_city')
    const found = queryClient.getQueryData<StatesServed>(cityKeys.states)
    const states = found?.states ?? []
    return {
      title,
      description: t('cities:by_city_description'),
      about: {
        '@type': 'CollectionPage',
        name: title,
        mainEntity: itemListSchema(
          states.map(({ state, name }) => ({ name, href: stateAddress(state) })),
        ),
      },
    }
  },
  load: ({ api, queryClient }) => queryClient.ensureQueryData(statesQuery(api)),
  Component: Cities,
})

/** The states that have cities with professionals. rule: city-pages */
function Cities(_props: ViewProps) {
  const { t } = useTranslation('cities')
  const { data, error } = useQuery(statesQuery(useApi()))
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  return (
    <div className="page">
      <h1 className="text-3xl md:text-4xl">{t('by_city')}</h1>
      <p className="measure mt-2 text-lg text-soft">
        {data.states.length > 0 ? t('by_city_intro', { product: PRODUCT_NAME }) : t('nobody')}
      </p>
      <PlaceRows>
        {data.states.map(({ state, name, cities }) => (
          <PlaceRow key={state} href={stateAddress(state)} note={t('cities', { count: cities })}>
            {name}
          </PlaceRow>
        ))}
      </PlaceRows>
    </div>
  )
}
