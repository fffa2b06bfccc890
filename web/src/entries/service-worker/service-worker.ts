/// <reference lib="webworker" />
import {
  ACTIVATE_MESSAGE,
  ASSETS_CACHE,
  EARLIER_PICTURES_CACHE,
} from '#web/shell/offline/cache-names.ts'
import { responseFor } from './fetch-handler.ts'
import { showPushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** The files that the app needs to open, and all built files. scripts/built-worker.ts defines both. */
declare const SHELL: readonly string[]
declare const BUILT: readonly string[]

self.addEventListener('install', (event) => event.waitUntil(cacheShell()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => {
  if (data === ACTIVATE_MESSAGE) void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const answer = responseFor(event)
  if (answer) event.respondWith(answer)
})
showPushes()

/** Files with hashed names are requested only if no earlier version has cached them. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(ASSETS_CACHE)
  const wanted = await Promise.all(
    SHELL.map(async (path) =>
      path.startsWith('/assets/') && (await cache.match(path)) ? [] : path,
    ),
  )
  await cache.addAll(wanted.flat().map((path) => requestOf(path)))
}

/** Files without a hashed name bypass the browser's own cache: their content changes. */
const requestOf = (path: string) =>
  new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })

/** Takes over all open pages and deletes the files of earlier versions. */
async function activate(): Promise<void> {
  const cache = await caches.open(ASSETS_CACHE)
  const current = new Set([...SHELL, ...BUILT])
  const old = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
  await caches.delete(EARLIER_PICTURES_CACHE)
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}
