import type { App } from '../app.ts'
import { isApiPath } from './errors.ts'
import { Refusal } from './refusal.ts'

type Route = { path: RegExp; method: string }

/**
 * Answers a method that an address does not have with 405 and the methods that it has. Without this an existing address
 * would claim not to exist. Call it before the routes are registered. Returns what to answer when no route was found.
 * rule: error-shape
 */
export function knowMethods(app: App): (request: Parameters<typeof isApiPath>[0]) => {
  refusal: Refusal
  allow: string | undefined
} {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const path = patternOf(url)
    for (const one of [method].flat()) routes.push({ path, method: one })
  })
  return (request) => {
    const [path = ''] = request.url.split('?', 1)
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    const methods = new Set(
      routes
        .filter((route) => route.path.test(plain) && !(route.path === ANY && isApiPath(request)))
        .map(({ method }) => method),
    )
    return methods.size === 0
      ? { refusal: new Refusal('not_found'), allow: undefined }
      : {
          refusal: new Refusal('method_not_allowed'),
          allow: [...methods].toSorted().join(', '),
        }
  }
}

/** The route of all pages. Unknown addresses under /api are none of them. */
const ANY = /^/

function patternOf(url: string): RegExp {
  if (url === '*') return ANY
  const source = url
    .split(/(:\w+|\*)/)
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.\\^$|?+()[\]{}]/g, '\\$&')
    })
    .join('')
  return new RegExp(`^${source}$`)
}
