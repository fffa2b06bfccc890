// rule: accessibility, password-rules, navigation, install-button, notice-line
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Language } from '#contract/product.ts'
import { NOT_FOUND, VIEWS } from '#web/router/views.ts'
import { expectAccessible } from '../support/journey.ts'
import { arriveAt } from '../support/screens/screen.ts'
import { screenStates } from '../support/screens/screen-states.ts'
import { test } from '../support/server/shared-page.ts'
import { translationsIn } from '../support/translations.ts'
import {
  overflowingElements,
  coveredControls,
  fixedOverlaps,
  hiddenFocus,
  passwordsWithoutUserName,
  smallTargets,
} from '../support/measure.ts'

test.describe.configure({ mode: 'parallel' })

/** The screens on which nothing fixed may lie over text or a control, wherever a phone is scrolled. */
const SCROLLED = new Set([
  'home',
  'search-results',
  'public-profile',
  'cities',
  'city',
  'documents, help',
  'contact',
  'login',
  'register',
  'forgot-password',
  'marketplace',
  'marketplace, new client',
  'professional-profile',
  'bookings',
  'homes',
  'homes, new',
  'series',
  'series, list',
  'settings',
  'settings, security',
  'you',
  'messages',
  'messages, thread',
  'professional-dashboard',
  'week',
  'time',
  'offer',
  'profile-form',
  'billing',
  'billing, credits',
  'you, professional',
])

/** The screens that nothing can be shown of without their data. */
const CRASH_SCREENS = ['professional-profile, crash', 'professional-profile, request failed']
const CRASHED = translationsIn('en')('app:crash.title')

test('every view has states, so that every view is checked for accessibility', () => {
  const views = [...VIEWS, NOT_FOUND].map(({ name }) => name)
  const withStates = new Set(screenStates.map(({ name }) => name.split(',')[0]!))
  expect(views.filter((view) => !withStates.has(view))).toEqual([])
  const names = new Set(screenStates.map(({ name }) => name))
  expect([...SCROLLED].filter((name) => !names.has(name))).toEqual([])
})

for (const screen of screenStates) {
  test(`${screen.name}: has no accessibility faults`, async ({ page }) => {
    await arriveAt(page, screen)
    // The crash screen has no faults either, and would pass for any other.
    const heading = page.getByRole('heading', { name: CRASHED })
    await expect(heading).toHaveCount(CRASH_SCREENS.includes(screen.name) ? 1 : 0)
    // In the light theme alone: scripts/check/contrast.test.ts proves that the dark one can be read where it can.
    await expectAccessible(page)
    expect(await page.evaluate(hiddenFocus), 'focus is visible').toEqual([])
    expect(await page.evaluate(passwordsWithoutUserName), 'passwords have a user name').toEqual([])
    await page.setViewportSize(PHONE)
    expect(await page.evaluate(smallTargets), 'targets are 44 px').toEqual([])
    if (SCROLLED.has(screen.name)) await expectNothingCovered(page)
    await expectRoomForLargeText(page)
    await page.setViewportSize(VIEWPORT_AT_200_PERCENT)
    expect(await page.evaluate(overflowingElements), 'nothing is cut off at 200 %').toEqual([])
    expect(await page.evaluate(coveredControls), 'nothing covers anything else at 200 %').toEqual(
      [],
    )
    await setWidth(page, 320)
    expect(
      await page.evaluate(overflowingElements),
      'nothing overflows the sides at 320 px',
    ).toEqual([])
    for (const language of ['pt', 'es'] as const) {
      if (!(await switchLanguage(page, language))) break
      expect(await page.evaluate(overflowingElements), `nothing overflows in ${language}`).toEqual(
        [],
      )
    }
    await page.evaluate(widenTextSpacing)
    expect(
      await page.evaluate(overflowingElements),
      'nothing overflows with wider text spacing',
    ).toEqual([])
  })
}

const PHONE = { width: 390, height: 844 }

/** A window of 1280 × 720 px at 200 % zoom has this size in CSS pixels. */
const VIEWPORT_AT_200_PERCENT = { width: 640, height: 360 }

/** A width of 320 px also stands for a window of 1280 px at 400 % zoom. */
async function setWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
}

/** A reader may set text of twice the size in their browser. */
async function expectRoomForLargeText(page: Page) {
  await page.evaluate(setTextSize, '200%')
  const faults = await page.evaluate(overflowingElements)
  expect(faults, 'nothing overflows with large text').toEqual([])
  await page.evaluate(setTextSize, '')
}

/** Runs in the page. */
function setTextSize(size: string) {
  document.documentElement.style.fontSize = size
}

async function expectNothingCovered(page: Page) {
  for (const place of [0, 0.5, 1]) {
    await page.evaluate((part) => {
      window.scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight))
    }, place)
    expect(await page.evaluate(fixedOverlaps), `nothing is covered at ${place}`).toEqual([])
  }
}

/** Chooses a language in the footer or the account menu, also under a dialog. False offline, and in the console. */
async function switchLanguage(page: Page, language: Language): Promise<boolean> {
  if (!(await page.evaluate(() => navigator.onLine))) return false
  const choice = page.locator(`:is(footer, header) select:has(option[value=${language}])`)
  if ((await choice.count()) === 0) return false
  await choice.evaluate((select: HTMLSelectElement, chosen) => {
    select.value = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  return true
}

/** Text spacing of WCAG 1.4.12. The content security policy blocks a style element but not an adopted sheet. */
function widenTextSpacing() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
