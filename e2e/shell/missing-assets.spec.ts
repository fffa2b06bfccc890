// rule: new-version
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { startTestProxy } from '../support/server/test-proxy.ts'
import type { TestProxy } from '../support/server/test-proxy.ts'
import { waitForHydration } from '../support/hydration.ts'
import { logIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

// The browser logs every file that failed to load. React logs the screen that needs it.
test.use({
  expected: [
    /WebSocket connection|Failed to load resource|Failed to fetch|error occurred|Failed to load module script|A view could not be loaded/,
  ],
})

let proxy: TestProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await startTestProxy(baseURL ?? '')
})
test.afterEach(() => proxy.stop())

const GONE = { status: 404, type: 'text/html', body: '<!doctype html><title>Not here</title>' }

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

test('an old page reloads once when the code of the next screen is missing after a deployment', async ({
  page,
}) => {
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const zip = page.getByRole('combobox', { name: t('find:zip_code') })
  await expect(page.locator('[popover=manual]')).toBeAttached()
  await zip.fill('02118')
  const loads = countLoads(page)

  await test.step('the page reloads at the address of the next screen', async () => {
    proxy.replaceResponse(/^\/assets\/login-/, GONE)
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect.poll(loads).toBeGreaterThan(0)
    await expect(page).toHaveURL(/\/login$/)
  })
  await test.step('it does not reload again if the code is still missing', async () => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    const loadsBefore = loads()
    const requestsBefore = proxy.requestCount(/^\/assets\/login-/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => proxy.requestCount(/^\/assets\/login-/)).toBeGreaterThan(requestsBefore)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(loads()).toBe(loadsBefore)
  })
  await test.step('Try Again opens the screen once the code exists, and typed text is still there on the way back', async () => {
    proxy.replaceResponse(/^\/assets\/login-/, undefined)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(zip).toHaveValue('02118')
  })
})

test('an old page reloads once when the code of a dialog is missing after a deployment, and then opens it', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await expect(page.locator('[popover=manual]')).toBeAttached()
  const loads = countLoads(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  proxy.replaceResponse(/^\/assets\/book-dialog-/, GONE)
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await page.waitForFunction(() => !('isOld' in window))
  await waitForHydration(page)
  await expect(page.locator('[popover=manual]')).toBeAttached()
  expect(loads()).toBe(1)
  proxy.replaceResponse(/^\/assets\/book-dialog-/, undefined)
  // The page may reload before the failed dialog has left the address. Then the dialog opens by itself.
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  const link = page.getByRole('link', { name: 'Book Now' }).first()
  await expect(async () => {
    if (!(await dialog.isVisible())) await link.click({ timeout: 1000 })
    await expect(dialog).toBeVisible({ timeout: 3000 })
  }).toPass()
})

// rule: failures
test('a dialog whose code cannot be loaded shows a message, and opens once the code can be loaded', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await expect(page.locator('[popover=manual]')).toBeAttached()
  const loads = countLoads(page)
  await page.route('**/assets/book-dialog-*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await expect(page.getByRole('alert')).toHaveText(t('errors:connection_lost'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  await page.unroute('**/assets/book-dialog-*')
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await expect(page.getByRole('dialog', { name: t('bookings:book.title') })).toBeVisible()
  expect(loads()).toBe(0)
})

test('a rendered page whose code fails to load at first stays visible, and works after a retry', async ({
  page,
}) => {
  // Requests of the browser's preload fail too.
  let failedLoads = 0
  await page.route(/\/assets\/public-[^?]*$/, (route) => {
    failedLoads++
    return route.abort('connectionreset')
  })
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Search Results for ZIP: 78701')
  await expect.poll(() => failedLoads).toBeGreaterThan(0)
  const zip = page.getByRole('combobox', { name: t('find:zip_code') })
  await expect(async () => {
    await zip.fill('Aus')
    await zip.fill('Austin')
    await expect(page.getByRole('listbox')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(heading).toHaveText('Search Results for ZIP: 78701')
})

test('a screen whose code fails to load repeatedly opens with Try Again once it can be loaded', async ({
  page,
}) => {
  await page.route('**/assets/public-*', (route) => route.abort('connectionreset'))
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const tryAgain = page.getByRole('button', { name: 'Try Again' })
  await expect(tryAgain).toBeVisible()
  await tryAgain.click()
  await expect(page.getByText(t('errors:connection_lost'))).toBeVisible()
  await page.unroute('**/assets/public-*')
  await tryAgain.click()
  await expect(page.getByText('professionals found')).toBeVisible()
})
