import { defineView } from '../app/view.ts'
import { Band } from '../features/home/band.tsx'
import { Cities } from '../features/home/cities.tsx'
import { Features } from '../features/home/features.tsx'
import { Hero } from '../features/home/hero.tsx'
import { HowItWorks } from '../features/home/how-it-works.tsx'
import { Questions } from '../features/home/questions.tsx'
import { servedCitiesQuery, serviceTypesQuery } from '../features/search/search.api.ts'

export default defineView({
  head: ({ t }) => ({
    title: t('app:tagline'),
    description: t('home:description'),
    about: 'the server',
  }),
  // The search box stands without either: a read that fails leaves out what it would have told.
  load: ({ api, queryClient }) =>
    Promise.all([
      queryClient.prefetchQuery(servedCitiesQuery(api)),
      queryClient.prefetchQuery(serviceTypesQuery(api)),
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
