// rule: search-address, search-finds-listed
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { submitOf } from '../../support/booking-dialog.ts'
import { startTestProxy } from '../../support/server/test-proxy.ts'
import { logIn, test } from '../../support/journey.ts'
import { inDays } from '../../support/new-client.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')
// The browser itself reports every failed request.
const FAILED_LOAD = /Failed to load resource/

test('a ZIP that does not exist finds nobody, stays in the field, and the page offers a link home', async ({
  page,
}) => {
  await page.goto('/search?zip_code=00000')
  await expect(page.getByText(t('results:none')).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: t('find:zip_code') })).toHaveValue('00000')
  await page.getByRole('link', { name: t('search:return_home') }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe(() => {
  test.use({ expected: [FAILED_LOAD] })

  test('an offline search fails, its text stays, and a retry succeeds when the network is back', async ({
    page,
  }) => {
    await page.goto('/search?zip_code=78701')
    const zip = page.getByRole('combobox', { name: t('find:zip_code') })
    const search = page.getByRole('button', { name: t('find:submit'), exact: true })
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await zip.fill('02118')
    await search.click()
    await expect(page.getByText(t('results:failed'))).toBeVisible()
    await expect(zip).toHaveValue('02118')
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: t('search:again') }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(zip).toHaveValue('02118')
  })

  // rule: failures
  test('an address without a screen opens the not-found screen', async ({ page }) => {
    for (const path of ['/%ff', '/no/such/page']) {
      await test.step(path, async () => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('app:not_found.title'))
        await page.getByRole('link', { name: t('app:not_found.home') }).click()
        await expect(page).toHaveURL(/\/$/)
      })
    }
  })

  // rule: search-address, view-guards
  test('a session that expires while a client types a search returns to it after login', async ({
    page,
    context,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/marketplace')
    const pill = page.getByRole('button', { name: t('marketplace:pill') })
    await pill.click()
    const zip = page.getByRole('combobox', { name: t('find:zip_code') })
    await zip.fill('02118')
    await page.getByLabel(t('results:max_rate')).fill('55')
    await context.clearCookies()
    await page.reload()
    await logInOnLoginScreen(page)
    await expect(page).toHaveURL(/\/marketplace$/)
    await pill.click()
    await expect(zip).toHaveValue('02118')
    await expect(page.getByLabel(t('results:max_rate'))).toHaveValue('55')
  })

  // rule: session-expiry, view-guards
  test('a session that expires before a booking is sent returns to the typed booking after login', async ({
    page,
    context,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/professional/grace-walker?book=1')
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    const field = (label: string) => dialog.getByLabel(label, { exact: true })
    await dialog.getByRole('radio', { name: t('homes:other_address') }).check()
    await submitOf(dialog).click()
    await field(t('homes:address.zip')).fill('78701')
    await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
    await field(t('bookings:book.date')).fill(inDays(50))
    await field(t('bookings:book.time')).fill('03:00')
    await submitOf(dialog).click()
    await field(t('homes:address.street')).fill('7 Expired Lane')
    await expect(field(t('homes:address.city'))).toHaveValue('Austin')
    await context.clearCookies()
    await submitOf(dialog).click()
    await expect(page.getByText(t('app:session_expired'))).toBeVisible()
    await logInOnLoginScreen(page)
    await expect(field(t('homes:address.street'))).toHaveValue('7 Expired Lane')
    await dialog.getByRole('button', { name: t('bookings:book.back') }).click()
    await expect(field(t('bookings:book.time'))).toHaveValue('03:00')
  })

  test('when the server stops during a search the search fails, its text stays, and a retry succeeds after the restart', async ({
    page,
    baseURL,
  }) => {
    const proxy = await startTestProxy(baseURL ?? '')
    await page.goto(`${proxy.origin}/search?zip_code=78701`)
    const zip = page.getByRole('combobox', { name: t('find:zip_code') })
    proxy.dropConnections(true)
    await zip.fill('02118')
    await page.getByRole('button', { name: t('find:submit'), exact: true }).click()
    await expect(page.getByText(t('results:failed'))).toBeVisible()
    await expect(zip).toHaveValue('02118')
    proxy.dropConnections(false)
    await page.getByRole('button', { name: t('search:again') }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(zip).toHaveValue('02118')
    await proxy.stop()
  })
})

async function logInOnLoginScreen(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel(t('identity:email'), { exact: true }).fill(DEMO_PEOPLE.maya.email)
  await page.getByLabel(t('identity:password'), { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: t('identity:login.submit'), exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
}
