import type { Page, Route } from '@playwright/test'

/** Delays matching requests until `release` is called, so that a test can see the loading state. */
export async function hold(page: Page, pattern: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route: Route) => {
    await promise
    await route.fallback()
  })
  return { release: resolve }
}
