import { loadView, matchView } from '#web/router/views.ts'
import type { User } from '#contract/people/identity.ts'
import { ASSETS_CACHE } from './cache-names.ts'
import { checkForUpdate } from './service-worker-updates.ts'

/**
 * The screens that open offline even if they were never opened. Other screens open offline once they have been opened.
 */
const PREPARED_SCREENS = {
  client: [
    '/marketplace',
    '/search',
    '/bookings',
    '/visits/one',
    '/messages',
    '/professionals/one',
    '/you',
    '/login',
  ],
  professional: ['/dashboard', '/dashboard/week', '/visits/one', '/messages', '/you', '/login'],
  visitor: ['/', '/search', '/professional/one', '/login'],
}

/** Parts of visits and problems. Their code is apart, but they must open offline too. */
const PREPARED_PARTS = [
  () => import('#web/features/visits/problems/problem-screen.tsx'),
  () => import('#web/features/bookings/agreements/agreement-screen.tsx'),
  () => import('#web/features/visits/day/receipt-screen.tsx'),
  () => import('#web/features/visits/problems/report-dialog.tsx'),
  () => import('#web/features/visits/problems/answer-form.tsx'),
  () => import('#web/features/bookings/agreements/change-dialog.tsx'),
]

/**
 * Caches the code of this page and of the user's main screens. Throws if a part cannot be loaded. rule: offline
 */
export async function prepareOffline(user: User | null): Promise<void> {
  await checkForUpdate()
  await navigator.serviceWorker.ready
  if (!savesData()) {
    for (const path of PREPARED_SCREENS[user?.role ?? 'visitor'])
      await loadView(matchView(path).entry)
    if (user) for (const load of PREPARED_PARTS) await load()
  }
  // A logout offline needs this code.
  await import('#web/session/clear-device.ts')
  await cacheLoadedAssets()
}

/** Caches the files that the page loaded before the worker was active, mostly from the browser's own cache. */
async function cacheLoadedAssets(): Promise<void> {
  const cache = await caches.open(ASSETS_CACHE)
  const used = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  for (const path of new Set(used.map(({ pathname }) => pathname))) {
    if (!(await cache.match(path))) await cache.add(path)
  }
}

/** Whether the browser is set to save data. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
