/// <reference lib="webworker" />
import { ASSETS, TAKE_OVER } from '#web/shell/offline/cache-names.ts'
import { responseFor } from './fetch-handler.ts'
import { showPushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** What the app cannot open without, and all that was built: named by scripts/built-worker.ts. */
declare const SHELL: readonly string[]
declare const BUILT: readonly string[]

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const answer = responseFor(event)
  if (answer) event.respondWith(answer)
})
showPushes()

/** What has a lasting name is fetched once in all versions. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(ASSETS)
  const wanted = await Promise.all(
    SHELL.map(async (path) =>
      path.startsWith('/assets/') && (await cache.match(path)) ? [] : path,
    ),
  )
  await cache.addAll(wanted.flat().map((path) => requestOf(path)))
}

/** What keeps its name while its contents change is never taken from the browser's own cache. */
const requestOf = (path: string) =>
  new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })

/** From now on every page of ours is answered here, and what earlier versions were made of goes. */
async function begin(): Promise<void> {
  const cache = await caches.open(ASSETS)
  const now = new Set([...SHELL, ...BUILT])
  const old = (await cache.keys()).filter(({ url }) => !now.has(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}
