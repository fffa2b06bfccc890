// rule: language-choice
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { field, log, uniqueText } from '../support/conversation.ts'
import { logIn, openScreen, test } from '../support/journey.ts'
import { newOperator } from '../support/operators.ts'
import { translatePage, WAYS } from '../support/translate-page.ts'

const CRASHED = /Something went wrong/

// A visitor of the console is asked to sign in.
test.use({ expected: [/Failed to load resource: the server responded with a status of 401/] })

/** Reads the text of the screen without the marks of the translation. */
const textOf = (page: Page) =>
  page
    .getByRole('main')
    .evaluate(({ innerText }: HTMLElement) =>
      innerText.replaceAll(/[«»]/g, '').replaceAll(/\s+/g, ' '),
    )

for (const way of WAYS) {
  test(`a visitor searches, filters and goes back on a page that the browser translates ${way}`, async ({
    page,
  }) => {
    await page.goto('/')
    await translatePage(page, way)
    const place = page.getByRole('combobox')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^«.*»$/)
    await place.first().pressSequentially('787')
    await page.locator('[role=option]').first().click()
    await page.getByRole('main').locator('[type=submit]').first().click()
    await expect(page.getByRole('article').first()).toContainText('«')
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page).toHaveURL(/professional\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^«.*»$/)
    await page.goBack()
    await expect(page.getByRole('article').first()).toContainText('«')
    await page.goBack()
    await expect(place.first()).toBeVisible()
    await page.locator('header a[href="/register"]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('«Create your account»')
    await page.locator('footer select').selectOption('pt')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
    const untranslated = await page.context().newPage()
    await untranslated.goto(page.url())
    // It arrives as a skeleton.
    await expect(untranslated.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => textOf(page)).toBe(await textOf(untranslated))
    await untranslated.close()
    await expect(page.getByText(CRASHED)).toHaveCount(0)
  })

  test(`a client books, writes and reads what changed on a page that the browser translates ${way}`, async ({
    page,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/professional/grace-walker')
    await translatePage(page, way)
    await page
      .getByRole('link', { name: /Book Now/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText('«')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.locator('header button[popovertarget]').first().click()
    await page.keyboard.press('Escape')
    await page.locator('header a[href="/messages"]').first().click()
    await page
      .getByRole('link', { name: /Grace Walker/ })
      .first()
      .click()
    await field(page).fill('x'.repeat(5001))
    await expect(page.locator('#too-long')).toHaveText(/5,001/)
    await field(page).press('x')
    await expect(page.locator('#too-long')).toHaveText(/5,002/)
    await expect(page.locator('#too-long')).not.toContainText('5,001')
    const text = uniqueText('Do you clean ovens?')
    await field(page).fill(text)
    await page.getByRole('button', { name: /Send/ }).click()
    await expect(log(page).getByText(text)).toHaveCount(1)
    await expect(log(page).getByText(/Sending/)).toHaveCount(0)
    for (const path of ['/bookings', '/marketplace', '/settings']) await openScreen(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('«')
    await expect(page.getByText(CRASHED)).toHaveCount(0)
  })
}

test('an operator signs in and works on a console that the browser translates around the text', async ({
  page,
}) => {
  await page.goto('/operator', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await translatePage(page, 'around the text')
  await page.getByRole('button', { name: /Continue/ }).click()
  await newOperator(page, 'Olga Reis')
  await translatePage(page, 'around the text')
  for (const name of ['Search', 'Audit', 'Marketplace', 'Cases']) {
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('«')
  }
  await page.getByRole('link', { name: 'Search' }).first().click()
  await page
    .getByRole('main')
    .getByRole('searchbox')
    .or(page.getByRole('main').getByRole('textbox'))
    .first()
    .fill('grace')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Grace Walker/).first()).toBeVisible()
  await page.getByRole('button', { name: /Log out/ }).click()
  await expect(page.getByRole('heading', { name: /Sign in to the console/ })).toBeVisible()
})

test.describe(() => {
  // React renders a page anew whose texts are not those of the server.
  test.use({ expected: [/Minified React error #4(18|23|25)/] })

  test('a page that was translated before the app has loaded works', async ({ page }) => {
    await page.route('**/assets/entry-client-*.js', async (route) => {
      await translatePage(page, 'in one step')
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^«.*»$/)
    await page.getByRole('combobox').first().pressSequentially('787')
    await page.locator('[role=option]').first().click()
    await page.getByRole('main').locator('[type=submit]').first().click()
    await expect(page.getByRole('article').first()).toContainText('«')
    await expect(page.getByText(CRASHED)).toHaveCount(0)
  })
})
