/// <reference lib="webworker" />
import { ASSETS, OFFLINE_PAGE, PICTURES } from '#web/shell/offline/cache-names.ts'

declare const self: ServiceWorkerGlobalScope

const PAGE_WITHIN_MS = 4_000
const PICTURES_MAX = 60
const KEPT = ['/assets/', '/drawings/', '/favicon.svg']
const PICTURE_WAYS = ['/api/uploads/', '/api/image-proxy/', '/uploads/', '/api/chat/pictures/']
/** What a proxy says when nobody stands behind it. */
const NOBODY_BEHIND = [502, 504]

/** What the worker answers itself; undefined leaves a request to the browser, as every call of the API is left. */
export function responseFor(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const startsWith = (beginning: string) => pathname.startsWith(beginning)
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined
  if (request.mode === 'navigate') return isPage(pathname) ? page(event) : undefined
  if (KEPT.some(startsWith)) return asset(request)
  if (PICTURE_WAYS.some(startsWith)) return picture(event)
  return undefined
}

/** Calls and files (robots.txt, a photo) are no pages. */
function isPage(pathname: string): boolean {
  return !/^\/api\/|^\/uploads\/|\.\w+$/.test(pathname)
}

/** The server's page; where it does not come in time, one that the app makes of what is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const begun = Promise.resolve(event.preloadResponse as Promise<Response | undefined>)
  const asked = begun.then((response) => response ?? fetch(event.request))
  const ended = asked.catch(() => undefined)
  event.waitUntil(ended)
  const answer = await Promise.race([ended, pause(PAGE_WITHIN_MS)])
  if (answer && !NOBODY_BEHIND.includes(answer.status)) return answer
  return (await caches.match(OFFLINE_PAGE)) ?? asked
}

/** What is built keeps its name for ever: once it is here, nobody is asked. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS)
  const { pathname } = new URL(request.url)
  const known = await cache.match(pathname)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(pathname, response.clone())
  return response
}

/** A photo as it is now, or as it was seen. */
async function picture(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const response = await fetch(event.request).catch(() => undefined)
  if (response?.ok) event.waitUntil(keepPicture(pathname, response.clone()))
  return response ?? (await caches.match(pathname)) ?? Response.error()
}

async function keepPicture(pathname: string, response: Response): Promise<void> {
  const cache = await caches.open(PICTURES)
  if (await cache.match(pathname)) return
  await cache.put(pathname, response)
  const all = await cache.keys()
  await Promise.all(all.slice(0, -PICTURES_MAX).map((oldest) => cache.delete(oldest)))
}

const pause = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
