import { searchProfessionals, servedCities } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { answerTagged } from '#server/http/tagged.ts'
import type { World } from '#server/world.ts'
import { searchesOf } from './search.ts'
import { servedCitiesOf } from './served-cities.ts'

/** Finding professionals, open to everyone. */
export function searchRoutes(app: App, world: World): void {
  const answerOf = searchesOf(world)
  implement(app, world, searchProfessionals, async ({ query, request, reply }) =>
    answerTagged(request, reply, await answerOf(query)),
  )

  const countedCities = servedCitiesOf(world)
  implement(app, world, servedCities, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return countedCities()
  })
}
