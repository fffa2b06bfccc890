// rule: navigation, install-button, notice-line, accessibility
import { expect } from '@playwright/test'
import { fixedOverlaps } from '../support/measure.ts'
import { arriveAt } from '../support/screens/screen.ts'
import { screenStates } from '../support/screens/screen-states.ts'
import { test } from '../support/server/shared-page.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS = [
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
]
const PLACES = [0, 0.5, 1]

test('on a phone no fixed element lies over text or a control, wherever the page is scrolled', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const states = SCREENS.map((name) => screenStates.find((state) => state.name === name))
  expect(SCREENS.filter((_, at) => !states[at])).toEqual([])
  await page.setViewportSize(PHONE)
  for (const state of states) {
    await arriveAt(page, state!)
    for (const place of PLACES) {
      await page.evaluate((part) => {
        window.scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight))
      }, place)
      expect
        .soft(await page.evaluate(fixedOverlaps), `${state!.name}, scrolled to ${place}`)
        .toEqual([])
    }
  }
})
