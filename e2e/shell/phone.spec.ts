// rule: accessibility
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { contactAsNewClient, field } from '../support/conversation.ts'
import { logIn, test } from '../support/journey.ts'
import { lowLinks, overflowingElements } from '../support/measure.ts'
import { newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE })

/** Twice the size of text, as a reader sets it in their browser. */
const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/**
 * Expects that the action of a screen is in the first view and that nothing is wider than the window, with large text
 * too.
 */
async function expectInView(page: Page, path: string, action: Locator): Promise<void> {
  await page.goto(path)
  await expect(action, path).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect.soft(action, path).toBeInViewport({ ratio: 0.8, timeout: 1000 })
  expect.soft(await page.evaluate(overflowingElements), path).toEqual([])
  await enlargeText(page)
  await expect.soft(action, `${path} with large text`).toBeInViewport({ ratio: 0.8, timeout: 1000 })
  expect.soft(await page.evaluate(overflowingElements), `${path} with large text`).toEqual([])
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first()

test('a new client whose email is not proved has the action of each first screen in view on a phone, and nothing wider than it with large text', async ({
  page,
}) => {
  await newClient(page)
  await expectInView(page, '/marketplace', button(page, 'Search'))
  await expectInView(
    page,
    '/bookings',
    page.getByRole('main').getByRole('link', { name: 'Find Cleaning Professionals' }),
  )
  await expectInView(page, '/homes/new', button(page, 'Save home'))
})

// rule: message-screen
test('a client whose email is not proved has the field of a conversation in view on a phone, with large text too', async ({
  page,
}) => {
  const { professionalId } = await contactAsNewClient(page, {
    slug: DEMO_PEOPLE.lucia.slug,
  })
  await expectInView(page, `/messages/${professionalId}`, field(page))
  await expect(button(page, 'Send')).toBeInViewport({ ratio: 0.8 })
})

test('a new professional whose email is not proved has the action of each first screen in view on a phone, and nothing wider than it with large text', async ({
  page,
}) => {
  await subscribedProfessional(page)
  await expectInView(page, '/dashboard/time', button(page, 'Save'))
  await expectInView(page, '/dashboard/offer', button(page, /^Save/))
  await expectInView(page, '/dashboard/profile', button(page, /^(Save|Update)/))
})

// rule: booking-lists
test('what waits for a client’s answer is the first of their bookings', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/bookings')
  const first = page.getByRole('main').getByRole('article').first()
  await expect(first.getByRole('group', { name: 'Proposed time' })).toBeVisible()
})

// rule: accessibility
test('a link on a card is at least 24 px high', async ({ page }) => {
  const check = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(lowLinks), path).toEqual([])
  }
  for (const path of [
    '/',
    '/search?zip_code=78701',
    '/professional/grace-walker',
    '/house-cleaning/tx/austin',
  ])
    await check(path)
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  for (const path of ['/marketplace', '/bookings', '/messages']) await check(path)
  await page.context().clearCookies()
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  for (const path of ['/dashboard', '/dashboard/week']) await check(path)
})
