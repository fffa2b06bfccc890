import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { wordsIn } from './words.ts'

const t = wordsIn('en')
// The browser itself tells of every answer that was none, or none it hoped for.
const FAILED_LOAD = /Failed to load resource/

test('a ZIP code that does not exist is said to be unknown, keeps what was typed and leads home', async ({
  page,
}) => {
  await page.goto('/search?zip_code=00000')
  await expect(page.getByText(t('search:none')).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: t('search:zip_code') })).toHaveValue('00000')
  await page.getByRole('link', { name: t('search:return_home') }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe(() => {
  test.use({ expected: [FAILED_LOAD] })

  test('a search without a network says so, keeps what was typed, and finds once it is back', async ({
    page,
  }) => {
    await page.goto('/search?zip_code=78701')
    const zip = page.getByRole('combobox', { name: t('search:zip_code') })
    const search = page.getByRole('button', { name: t('search:submit'), exact: true })
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await zip.fill('02118')
    await search.click()
    await expect(page.getByText(t('search:failed'))).toBeVisible()
    await expect(zip).toHaveValue('02118')
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: t('search:again') }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(zip).toHaveValue('02118')
  })

  test('a profile that does not exist answers 404 and leads home', async ({ page }) => {
    const answer = await page.goto('/professional/nobody-at-all')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('alert')).toHaveText(t('errors:professional_not_found'))
  })
})
