import type { Page } from '@playwright/test'

const HYDRATION_TIMEOUT_MS = 6000

/**
 * Waits until the app has hydrated the page: it loads after the first paint and then removes the script that loaded it.
 * A test is faster than any person. Where the app cannot load, the test continues after a time-out.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForLoadState()
  const script = page.locator('script[data-scripts]')
  await script.waitFor({ state: 'detached', timeout: HYDRATION_TIMEOUT_MS }).catch(() => {})
}
