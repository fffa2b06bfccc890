import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/**
 * Presses the button of a part whose `calls` fail, and sees that it asks again. Then lets the calls through and presses
 * it once more. A live event, or a connection that comes back, also asks again, and takes the button away.
 */
export async function pressTryAgain(page: Page, calls: string | RegExp, name: string) {
  const again = page.getByRole('button', { name })
  await Promise.all([page.waitForRequest(calls), again.click()])
  await expect(again).toBeEnabled()
  await page.unroute(calls)
  await again.click({ timeout: 2000 }).catch(() => {})
}
