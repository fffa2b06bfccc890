import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { startTestProxy } from '../support/test-proxy.ts'
import type { TestProxy } from '../support/test-proxy.ts'
import { logIn, untilHydrated, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

// The browser itself tells of every file that did not come, and React of the screen that lacks it.
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

test('an old page whose next screen is gone after a new version is loaded anew, once', async ({
  page,
}) => {
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const zip = page.getByRole('combobox', { name: t('search:zip_code') })
  await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
  await zip.fill('02118')
  const loads = countLoads(page)

  await test.step('the next screen comes by loading the page anew', async () => {
    proxy.replaceResponse(/^\/assets\/login-/, GONE)
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect.poll(loads).toBeGreaterThan(0)
    await expect(page).toHaveURL(/\/login$/)
  })
  await test.step('never again and again, should that not help', async () => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    const before = loads()
    const asked = proxy.requestCount(/^\/assets\/login-/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => proxy.requestCount(/^\/assets\/login-/)).toBeGreaterThan(asked)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(loads()).toBe(before)
  })
  await test.step('once it is there, so is the screen; and what was typed before', async () => {
    proxy.replaceResponse(/^\/assets\/login-/, undefined)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(zip).toHaveValue('02118')
  })
})

test('a page one of whose dialogs is gone after a new version is loaded anew, once, and then opens it', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
  const loads = countLoads(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  proxy.replaceResponse(/^\/assets\/book-dialog-/, GONE)
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await page.waitForFunction(() => !('isOld' in window))
  await untilHydrated(page)
  await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
  expect(loads()).toBe(1)
  proxy.replaceResponse(/^\/assets\/book-dialog-/, undefined)
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await expect(page.getByRole('dialog', { name: t('bookings:book.title') })).toBeVisible()
})

test('a dialog whose code cannot be fetched breaks nothing, and opens once it can', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
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

test('a page whose screen does not come at first stays as it is, and works once it has', async ({
  page,
}) => {
  // What the browser fetches ahead is lost too.
  let lost = 0
  await page.route(/\/assets\/public-[^?]*$/, (route) => {
    lost++
    return route.abort('connectionreset')
  })
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Search Results for ZIP: 78701')
  await expect.poll(() => lost).toBeGreaterThan(0)
  const zip = page.getByRole('combobox', { name: t('search:zip_code') })
  await expect(async () => {
    await zip.fill('Aus')
    await zip.fill('Austin')
    await expect(page.getByRole('listbox')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(heading).toHaveText('Search Results for ZIP: 78701')
})

test('a screen whose code is lost again and again opens with Try Again once it can be fetched', async ({
  page,
}) => {
  await page.route('**/assets/public-*', (route) => route.abort('connectionreset'))
  await page.goto(`${proxy.origin}/search?zip_code=78701`)
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()
  await again.click()
  await expect(page.getByText(t('errors:connection_lost'))).toBeVisible()
  await page.unroute('**/assets/public-*')
  await again.click()
  await expect(page.getByText('professionals found')).toBeVisible()
})
