import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { cityAddress } from '#web/features/market/cities/addresses.ts'
import { cityKeys, cityQuery } from '#web/features/market/cities/cities.api.ts'
import type { CityPage } from '#web/features/market/cities/cities.api.ts'
import { CityFacts } from '#web/features/market/cities/city-facts.tsx'
import { cityHead } from '#web/features/market/cities/city-head.ts'
import { PlaceRow, PlaceRows } from '#web/features/market/cities/place-row.tsx'
import { Breadcrumbs, cityBreadcrumbs } from '#web/features/market/cities/breadcrumbs.tsx'
import { ZipLinks } from '#web/features/market/cities/zip-links.tsx'
import { ProfessionalCards } from '#web/features/market/results/professional-cards.tsx'
import { filtersQuery, NO_FILTERS, resultsAddress } from '#web/features/market/search/filters.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'

defineView<'state' | 'city'>('city', {
  head: ({ t, language, params, queryClient }) =>
    cityHead(queryClient.getQueryData<CityPage>(cityKeys.city(params)), t, language),
  load: ({ api, queryClient, params }) => queryClient.ensureQueryData(cityQuery(api, params)),
  // Other spellings of a city are redirected to its one address.
  redirect: ({ params, queryClient }) => {
    const page = queryClient.getQueryData<CityPage>(cityKeys.city(params))
    const isHere = !page || (page.slug === params.city && page.state.toLowerCase() === params.state)
    return isHere ? undefined : cityAddress(page)
  },
  Component: City,
})

/** A city's facts, its best-rated professionals, its ZIP codes and the cities nearby. rule: city-pages */
function City({ params }: ViewProps<'state' | 'city'>) {
  const { t } = useTranslation(['cities', 'home'])
  const { data: page, error } = useQuery(cityQuery(useApi(), params))
  if (!page && error) throw error
  if (!page) return <ScreenSkeleton />
  const { city } = page
  const everyone = { ...NO_FILTERS, zip_code: page.zips[0] ?? page.zip }
  return (
    <div className="page flex flex-col gap-10">
      <header className="flex flex-col gap-4">
        <Breadcrumbs trail={cityBreadcrumbs(page, t)} />
        <h1 className="text-3xl md:text-4xl">{t('title', { place: `${city}, ${page.state}` })}</h1>
        <p className="measure text-lg text-soft">{t('intro', { city })}</p>
        <div className="flex flex-wrap items-end justify-between gap-6">
          <CityFacts page={page} />
          <ButtonLink href={resultsAddress(everyone)}>{t('search', { city })}</ButtonLink>
        </div>
      </header>
      <section aria-labelledby="best">
        <h2 id="best" className="mb-4 text-2xl">
          {t('best', { city })}
        </h2>
        <ProfessionalCards professionals={page.best} search={filtersQuery(everyone)} first={3} />
      </section>
      <ZipLinks zips={page.zips} />
      {page.nearby.length > 0 && (
        <section aria-labelledby="nearby">
          <h2 id="nearby" className="text-2xl">
            {t('nearby', { city })}
          </h2>
          <PlaceRows>
            {page.nearby.map((neighbor) => (
              <PlaceRow
                key={neighbor.zip}
                href={cityAddress(neighbor)}
                note={t('home:professionals', { count: neighbor.professionals })}
              >
                {neighbor.city}, {neighbor.state}
              </PlaceRow>
            ))}
          </PlaceRows>
        </section>
      )}
    </div>
  )
}
