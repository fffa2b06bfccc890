import { searchLocations } from '#contract/market/locations.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'

/** Suggests places while a person types. Places change only with a release, so caches may keep answers for an hour. */
export function locationsRoutes(app: App, context: Context): void {
  implement(app, context, searchLocations, ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=3600')
    return { suggestions: context.places.suggest(query.q) }
  })
}
