import { test } from '@playwright/test'
import { NOT_FOUND, VIEWS } from '#web/router/views.ts'
import { arriveAt, waitForRender } from '../support/screens/screen.ts'
import { screenStates } from '../support/screens/screen-states.ts'

const WIDTHS = [390, 768, 1440]
const SCHEMES = ['light', 'dark'] as const
const SCREENS = [...VIEWS.map(({ name }) => name), NOT_FOUND.name, 'console']

for (const screen of SCREENS) {
  for (const state of screenStates.filter(({ name }) => name.split(',')[0] === screen)) {
    test(state.name, async ({ page }, info) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await arriveAt(page, state)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          // A focused field can leave the page scrolled, and the picture would then be incomplete.
          await page.evaluate(() => window.scrollTo(0, 0))
          await waitForRender(page)
          const body = await page.screenshot({ fullPage: true })
          await info.attach(`${colorScheme}, ${width} px`, { body, contentType: 'image/png' })
        }
      }
    })
  }
}
