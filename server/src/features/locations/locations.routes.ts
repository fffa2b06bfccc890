import { searchLocations } from '#contract/locations.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'

/** Suggestions of places while somebody types (client spec 5, 7). Places change with a release, so copies may be an hour old. */
export function locationsRoutes(app: App, world: World): void {
  implement(app, world, searchLocations, ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=3600')
    return { suggestions: world.places.suggest(query.q) }
  })
}
