import { defineView } from '#web/router/view.ts'
import { Band } from './home/band.tsx'
import { Cities } from './home/cities.tsx'
import { Features } from './home/features.tsx'
import { Hero } from './home/hero.tsx'
import { HowItWorks } from './home/how-it-works.tsx'
import { Questions } from './home/questions.tsx'
import { shownClaimsQuery } from '#web/features/trust/claims/claims.api.ts'
import { servedCitiesQuery, serviceTypesQuery } from '#web/features/market/search/search.api.ts'

defineView('home', {
  head: ({ t }) => ({
    title: t('app:tagline'),
    description: t('home:description'),
    about: 'website',
  }),
  // The search box works without them. If a read fails, its part is left out.
  load: ({ api, queryClient }) =>
    Promise.all([
      queryClient.prefetchQuery(servedCitiesQuery(api)),
      queryClient.prefetchQuery(serviceTypesQuery(api)),
      queryClient.prefetchQuery(shownClaimsQuery(api)),
    ]),
  Component: Home,
})

function Home() {
  return (
    <>
      <Hero />
      <Features />
      <HowItWorks />
      <Cities />
      <Band />
      <Questions />
    </>
  )
}
