import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Language } from '#contract/product.ts'
import { arriveAt } from '../../scripts/gallery/screen.ts'
import { galleryScreens } from '../../scripts/gallery/screens.ts'
import { expectAccessible } from '../support/journey.ts'
import {
  overflowingElements,
  coveredControls,
  hiddenFocus,
  smallTargets,
} from '../support/measure.ts'

test.describe.configure({ mode: 'parallel' })
// What the app's worker tells first would lie over every screen.
test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' })

test('every screen there is stands in the gallery, and so is open to everyone', () => {
  const shown = new Set(galleryScreens.map(({ name }) => name.split(',')[0]))
  const views = readdirSync(join(import.meta.dirname, '../../web/src/views'))
    .filter((file) => !file.includes('.test.'))
    .map((file) => basename(file, '.tsx'))
  expect(views.filter((view) => !shown.has(view))).toEqual([])
})

const OF_COLOUR = ['color-contrast', 'link-in-text-block']

for (const screen of galleryScreens) {
  test(`${screen.name}: keeps nobody out`, async ({ page }) => {
    await arriveAt(page, screen)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, OF_COLOUR)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    expect(await page.evaluate(hiddenFocus), 'focus is seen').toEqual([])
    await inWidth(page, 390)
    expect(await page.evaluate(smallTargets), 'targets are 44 px').toEqual([])
    await page.setViewportSize(TWICE_AS_LARGE)
    expect(await page.evaluate(overflowingElements), 'nothing cut at 200 %').toEqual([])
    expect(await page.evaluate(coveredControls), 'nothing lies over another at 200 %').toEqual([])
    await inWidth(page, 320)
    expect(await page.evaluate(overflowingElements), 'nothing beyond the sides').toEqual([])
    for (const language of ['pt', 'es'] as const) {
      if (!(await speak(page, language))) break
      expect(await page.evaluate(overflowingElements), `nor in ${language}`).toEqual([])
    }
    await page.evaluate(spaceText)
    expect(await page.evaluate(overflowingElements), 'nor with more space in the text').toEqual([])
  })
}

/** What is left of a window of 1280 × 720 px at 200 %. */
const TWICE_AS_LARGE = { width: 640, height: 360 }

/** 320 px is also what is left of 1280 px at 400 %. */
async function inWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
}

/** Chooses a language at the page's foot, also where a dialog lies over it; false where its words cannot come, without internet. */
async function speak(page: Page, language: Language): Promise<boolean> {
  if (!(await page.evaluate(() => navigator.onLine))) return false
  const choice = page.locator(`footer select:has(option[value=${language}])`)
  await choice.evaluate((select: HTMLSelectElement, chosen) => {
    select.value = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  return true
}

/** As WCAG 1.4.12 asks. The policy refuses a style of the page's own, not one that a reader's tool adopts. */
function spaceText() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
