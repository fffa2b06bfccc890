import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { arriveAt } from '../scripts/gallery/screen.ts'
import { galleryScreens } from '../scripts/gallery/screens.ts'
import { expectAccessible } from './journey.ts'
import { beyondTheSides, hiddenFocus, smallTargets } from './measure.ts'

test.describe.configure({ mode: 'parallel' })
// What the app's worker tells first would lie over every screen.
test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' })

test('every screen there is stands in the gallery, and so is open to everyone', () => {
  const shown = new Set(galleryScreens.map(({ name }) => name.split(',')[0]))
  const views = readdirSync(join(import.meta.dirname, '../web/src/views'))
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
    await inWidth(page, 320)
    expect(await page.evaluate(beyondTheSides), 'nothing beyond the sides').toEqual([])
    await page.evaluate(spaceText)
    expect(await page.evaluate(beyondTheSides), 'nor with more space in the text').toEqual([])
  })
}

/** 320 px is also what is left of 1280 px at 400 %, and less than at 200 %. */
async function inWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
}

/** As WCAG 1.4.12 asks. The policy refuses a style of the page's own, not one that a reader's tool adopts. */
function spaceText() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
