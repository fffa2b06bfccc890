/// <reference lib="webworker" />
import {
  ASSETS_CACHE,
  OFFLINE_PAGE_ADDRESS,
  PICTURES_CACHE,
} from '#web/shell/offline/cache-names.ts'

declare const self: ServiceWorkerGlobalScope

const PAGE_WITHIN_MS = 4_000
const PICTURES_MAX = 60
const CACHED_PATHS = ['/assets/', '/drawings/', '/favicon.svg']
/** Photos that anybody may see. A private one is in no cache. rule: messages */
const PICTURE_PATHS = ['/api/uploads/', '/api/image-proxy/', '/uploads/']
/** The statuses of a proxy that does not reach the server. */
const PROXY_FAILURES = [502, 504]

/**
 * The response to a request; undefined leaves it to the browser. API calls are always left to the browser.
 */
export function responseFor(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const startsWith = (prefix: string) => pathname.startsWith(prefix)
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined
  if (request.mode === 'navigate') return isPage(pathname) ? page(event) : undefined
  if (CACHED_PATHS.some(startsWith)) return asset(request)
  if (PICTURE_PATHS.some(startsWith)) return picture(event)
  return undefined
}

/** Calls and files (robots.txt, a photo) are not pages. The console is none of ours. rule: operator-console */
function isPage(pathname: string): boolean {
  return !/^\/api\/|^\/uploads\/|^\/operator(\/|$)|\.\w+$/.test(pathname)
}

/**
 * The server's page. If it does not arrive in time, the offline page, which the app fills with stored data.
 * rule: offline
 */
async function page(event: FetchEvent): Promise<Response> {
  const preload = Promise.resolve(event.preloadResponse as Promise<Response | undefined>)
  const requested = preload.then((response) => response ?? fetch(event.request))
  const ended = requested.catch(() => undefined)
  event.waitUntil(ended)
  const answer = await Promise.race([ended, pause(PAGE_WITHIN_MS)])
  if (answer && !PROXY_FAILURES.includes(answer.status)) return answer
  return (await caches.match(OFFLINE_PAGE_ADDRESS)) ?? requested
}

/** Built files have hashed names, so a cached one is never requested again. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS_CACHE)
  const { pathname } = new URL(request.url)
  const cached = await cache.match(pathname)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await cache.put(pathname, response.clone())
  return response
}

/** A photo from the server, or from the cache if the server cannot be reached. */
async function picture(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const response = await fetch(event.request).catch(() => undefined)
  if (response?.ok) event.waitUntil(cachePicture(pathname, response.clone()))
  return response ?? (await caches.match(pathname)) ?? Response.error()
}

async function cachePicture(pathname: string, response: Response): Promise<void> {
  const cache = await caches.open(PICTURES_CACHE)
  if (await cache.match(pathname)) return
  await cache.put(pathname, response)
  const all = await cache.keys()
  await Promise.all(all.slice(0, -PICTURES_MAX).map((oldest) => cache.delete(oldest)))
}

const pause = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
