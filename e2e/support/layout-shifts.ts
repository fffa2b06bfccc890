import type { Page } from '@playwright/test'

/** Records how much the page moves from now on, in this page and those that it opens. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      const { shifts } = window as unknown as { shifts: number[] }
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How much the page has moved since it was opened. A shift is reported after the frame that shows it. */
export async function shiftsIn(page: Page): Promise<number> {
  await page.screenshot()
  return page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  )
}
