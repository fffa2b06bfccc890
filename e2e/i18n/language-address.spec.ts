import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { hold } from '../support/hold.ts'
import { test } from '../support/journey.ts'

const KEY = 'i18nextLng'
const AUSTIN = '/house-cleaning/tx/austin'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)
const hydrated = (page: Page) => expect.poll(() => kept(page)).not.toBeNull()

test('an address that names its language is read in it, whatever the browser wishes', async ({
  page,
}) => {
  const answer = await page.goto(`${AUSTIN}?lang=pt`)
  expect(answer?.headers()['content-language']).toBe('pt')
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
})

test('an address that is led to a better one keeps the language that it names', async ({
  request,
}) => {
  const answer = await request.get('/house-cleaning/TX/Austin?lang=pt', { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers()['location']).toBe(`${AUSTIN}?lang=pt`)
})

test('it does not take away a choice that was made before', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, 'es'), KEY)
  await page.goto(`${AUSTIN}?lang=pt`)
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
  await page.waitForLoadState('networkidle')
  expect(await kept(page)).toBe('es')
  await page.goto(AUSTIN)
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
})

test.describe('who follows a link before the app has come', () => {
  const toCities = (page: Page) => page.locator('a[href="/house-cleaning"]').first().click()

  test('goes on in the language of the address, also once it is there', async ({ page }) => {
    const app = await hold(page, '**/assets/entry-client*')
    await page.goto(`${AUSTIN}?lang=pt`, { waitUntil: 'commit' })
    await toCities(page)
    await expect(title(page)).toHaveText('Limpeza de casas por cidade')
    app.release()
    await hydrated(page)
    expect(await kept(page)).toBe('pt')
    await expect(title(page)).toHaveText('Limpeza de casas por cidade')
  })

  test('goes on in what was chosen before', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const app = await hold(page, '**/assets/entry-client*')
    await page.goto(`${AUSTIN}?lang=pt`, { waitUntil: 'commit' })
    await toCities(page)
    await expect(title(page)).toHaveText('House cleaning by city')
    app.release()
  })
})

test('choosing another language on such a page leaves its address for good', async ({ page }) => {
  await page.goto(`${AUSTIN}?lang=pt`)
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('es')
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
  await expect(page).toHaveURL(AUSTIN)
  await page.reload()
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
})

test('search engines find every language of a page from each of them', async ({ page }) => {
  const addresses = async (path: string) => {
    await page.goto(path)
    const links = await page.locator('link[rel=alternate]').all()
    return Promise.all(
      links.map(async (link) => [
        await link.getAttribute('hreflang'),
        new URL((await link.getAttribute('href')) ?? '').search,
      ]),
    )
  }
  const everywhere = [
    ['en', '?lang=en'],
    ['pt', '?lang=pt'],
    ['es', '?lang=es'],
    ['x-default', ''],
  ]
  for (const path of ['/', AUSTIN, '/professional/grace-walker', `${AUSTIN}?lang=es`])
    expect(await addresses(path)).toEqual(everywhere)
})
