import { citiesOfState, cityPage, servedCities, statesWithCities } from '#contract/cities.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { cityPagesOf } from './city-page.ts'
import { servedCitiesOf } from './served-cities.ts'
import { citiesInState, statesServed } from './states-served.ts'

/** The cities that have professionals, for everyone and for search engines. What is counted is at most a minute old. */
export function citiesRoutes(app: App, world: World): void {
  const served = servedCitiesOf(world)
  const pageOf = cityPagesOf(world, served)

  implement(app, world, servedCities, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return (await served()).largest
  })

  implement(app, world, statesWithCities, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return { states: statesServed((await served()).cities) }
  })

  implement(app, world, citiesOfState, async ({ params, reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return citiesInState((await served()).cities, params.state)
  })

  implement(app, world, cityPage, async ({ params, reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return pageOf(params.state, params.city)
  })
}
