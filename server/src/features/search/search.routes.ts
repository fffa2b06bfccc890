import { searchProfessionals } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { answerTagged } from '#server/http/tagged.ts'
import type { World } from '#server/world.ts'
import { searchesOf } from './search.ts'

/** Finding professionals, open to everyone. */
export function searchRoutes(app: App, world: World): void {
  const answerOf = searchesOf(world)
  implement(app, world, searchProfessionals, async ({ query, request, reply }) => {
    reply.header('cache-control', 'private, no-cache')
    return answerTagged(request, reply, await answerOf(query))
  })
}
