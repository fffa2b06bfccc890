import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'

const WINDOW = { width: 1280, height: 720 }
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const

/**
 * A test whose page is a window that the journeys of a worker share. A screen costs almost half the processor time
 * there, because its scripts and fonts are already loaded and compiled. Each journey finds it without cookies, storage,
 * routes and listeners, in the light theme. Not for journeys that install a clock, add init scripts or route web
 * sockets, because Playwright cannot remove those. After a failure Playwright starts another worker, with another
 * window.
 */
export const test = base.extend<object, { window: Page }>({
  window: [
    async ({ browser }, provide) => {
      // The service worker's first message would cover part of every screen.
      const context = await browser.newContext({
        baseURL: process.env['LUSTRA_E2E_ORIGIN'] ?? '',
        serviceWorkers: 'block',
        viewport: WINDOW,
        ...MEDIA,
      })
      await provide(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ window }, provide) => {
    await provide(window)
    await reset(window)
  },
})

async function reset(page: Page): Promise<void> {
  const context = page.context()
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // A page of this site without the app, because the app would store its state again.
  await page.goto('/robots.txt')
  await page.evaluate(deleteStored)
  await context.clearCookies()
  await page.emulateMedia(MEDIA)
  await page.setViewportSize(WINDOW)
}

/** Runs in the page. */
async function deleteStored(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
}
