import { searchLocations } from '#contract/locations.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { Context } from '#server/context.ts'

/** Suggestions of places while somebody types (client spec 5, 7). Places change with a release, so copies may be an hour old. */
export function locationsRoutes(app: App, context: Context): void {
  implement(app, context, searchLocations, ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=3600')
    return { suggestions: context.places.suggest(query.q) }
  })
}
