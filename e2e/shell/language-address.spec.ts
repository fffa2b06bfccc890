// rule: language-choice
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { hold } from '../support/server/hold.ts'
import { test } from '../support/journey.ts'

const KEY = 'i18nextLng'
const AUSTIN = '/house-cleaning/tx/austin'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const storedLanguage = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)
const waitForHydration = (page: Page) => expect.poll(() => storedLanguage(page)).not.toBeNull()

test('an address with a language is shown in it, whatever the browser prefers', async ({
  page,
}) => {
  const answer = await page.goto(`${AUSTIN}?lang=pt`)
  expect(answer?.headers()['content-language']).toBe('pt')
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
  await waitForHydration(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
})

test('a redirect to the canonical address keeps the language', async ({ request }) => {
  const answer = await request.get('/house-cleaning/TX/Austin?lang=pt', { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers()['location']).toBe(`${AUSTIN}?lang=pt`)
})

test('the language of an address does not replace a stored choice', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, 'es'), KEY)
  await page.goto(`${AUSTIN}?lang=pt`)
  await expect(title(page)).toHaveText('Limpeza de casas em Austin, TX')
  await page.waitForLoadState('networkidle')
  expect(await storedLanguage(page)).toBe('es')
  await page.goto(AUSTIN)
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
})

// rule: hydration, language-choice
test.describe('a link that is followed before hydration', () => {
  const toCities = (page: Page) => page.locator('a[href="/house-cleaning"]').first().click()

  test('keeps the language of the address, also after hydration', async ({ page }) => {
    const app = await hold(page, '**/assets/entry-client*')
    await page.goto(`${AUSTIN}?lang=pt`, { waitUntil: 'commit' })
    await toCities(page)
    await expect(title(page)).toHaveText('Limpeza de casas por cidade')
    app.release()
    await waitForHydration(page)
    expect(await storedLanguage(page)).toBe('pt')
    await expect(title(page)).toHaveText('Limpeza de casas por cidade')
  })

  test('opens in the language that was chosen before', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const app = await hold(page, '**/assets/entry-client*')
    await page.goto(`${AUSTIN}?lang=pt`, { waitUntil: 'commit' })
    await toCities(page)
    await expect(title(page)).toHaveText('House cleaning by city')
    app.release()
  })
})

test('choosing another language removes the language from the address', async ({ page }) => {
  await page.goto(`${AUSTIN}?lang=pt`)
  await waitForHydration(page)
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('es')
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
  await expect(page).toHaveURL(AUSTIN)
  await page.reload()
  await expect(title(page)).toHaveText('Limpieza de casas en Austin, TX')
})

// rule: language-choice
test('a public page names its address in every language for search engines', async ({ page }) => {
  const alternatesOf = async (path: string) => {
    await page.goto(path)
    const links = await page.locator('link[rel=alternate]').all()
    return Promise.all(
      links.map(async (link) => [
        await link.getAttribute('hreflang'),
        new URL((await link.getAttribute('href')) ?? '').search,
      ]),
    )
  }
  const alternates = [
    ['en', '?lang=en'],
    ['pt', '?lang=pt'],
    ['es', '?lang=es'],
    ['x-default', ''],
  ]
  for (const path of ['/', AUSTIN, '/professional/grace-walker', `${AUSTIN}?lang=es`])
    expect(await alternatesOf(path)).toEqual(alternates)
})
