import type { Page, Route } from '@playwright/test'

/** Holds back the answers of the calls that match until `release` is called, so that what a screen says meanwhile can be seen. */
export async function hold(page: Page, pattern: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route: Route) => {
    await promise
    await route.fallback()
  })
  return { release: resolve }
}
