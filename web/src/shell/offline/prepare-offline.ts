import { loadView, matchView } from '#web/router/views.ts'
import type { User } from '#contract/identity.ts'
import { ASSETS } from './cache-names.ts'
import { checkForUpdate } from './service-worker-updates.ts'

/** The screens that open without internet although nobody has opened them yet; the others once they have been. */
const OWN_SCREENS = {
  client: [
    '/marketplace',
    '/search',
    '/bookings',
    '/bookings/one',
    '/messages',
    '/professionals/one',
    '/login',
  ],
  professional: ['/dashboard', '/messages', '/login'],
  visitor: ['/', '/search', '/professional/one', '/login'],
}

/** Keeps what this page is made of, its words among it, and the screens of who is here. Throws when something did not come. */
export async function prepareOffline(user: User | null): Promise<void> {
  await checkForUpdate()
  await navigator.serviceWorker.ready
  if (!savesData()) {
    for (const path of OWN_SCREENS[user?.role ?? 'visitor']) await loadView(matchView(path).entry)
  }
  // A logout without internet takes this along.
  await import('#web/session/clear-device.ts')
  await keepUsed()
}

/** What came before there was a worker, mostly from the browser's own cache. */
async function keepUsed(): Promise<void> {
  const cache = await caches.open(ASSETS)
  const used = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  for (const path of new Set(used.map(({ pathname }) => pathname))) {
    if (!(await cache.match(path))) await cache.add(path)
  }
}

/** Whether the reader asked her browser to save what she pays for. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
