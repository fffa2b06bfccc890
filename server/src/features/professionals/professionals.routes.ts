import { SERVICE_TYPES } from '#contract/product.ts'
import { serviceTypes } from '#contract/professionals.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { requestLanguage } from '#contract/preferred-language.ts'
import { SERVICE_NAMES } from './service-names.ts'

/** What professionals offer, for everyone. */
export function professionalsRoutes(app: App, world: World): void {
  implement(app, world, serviceTypes, ({ request, reply }) => {
    const names = SERVICE_NAMES[requestLanguage(undefined, request.headers['accept-language'])]
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'Accept-Language')
    return { service_types: SERVICE_TYPES.map((type) => ({ type, name: names[type] })) }
  })
}
