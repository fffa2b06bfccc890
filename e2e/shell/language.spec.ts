import { expect } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { test } from '../support/journey.ts'

const KEY = 'i18nextLng'
const GRACE = '/professional/grace-walker'

const language = (page: Page) => page.locator('html')
const selector = (page: Page) => page.getByRole('contentinfo').getByRole('combobox')
const storedLanguage = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

/** Replaces the language attribute of the `<html>` element in each page that the server sends. */
async function setHtmlLanguage(page: Page, lang: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const url = route.request().url().replace('es.localhost', 'localhost')
    const answer = await route.fetch({ url })
    const body = (await answer.text()).replace(/<html lang="\w+">/, `<html${lang}>`)
    return route.fulfill({ response: answer, body })
  })
}

// rule: language-choice
test.describe('a browser that prefers Portuguese', () => {
  test.use({ locale: 'pt-BR' })

  // rule: number-formats, language-choice
  test('shows the page, prices and dates in Portuguese', async ({ page }) => {
    await test.step('without a stored choice the browser’s languages decide, and a regional variant counts as its language', async () => {
      await page.goto(GRACE)
      await expect(language(page)).toHaveAttribute('lang', 'pt')
      await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible()
    })
    await test.step('the language is stored under i18nextLng', async () => {
      await expect.poll(() => storedLanguage(page)).toBe('pt')
    })
    await test.step('prices and dates have the Portuguese form', async () => {
      await expect(page.getByText('US$ 42,00').first()).toBeVisible()
      const day = page
        .getByRole('group', { name: /Avaliações/ })
        .locator('time')
        .first()
      await expect(day).toHaveText(/^\d{1,2} de [a-zç]{3}\. de \d{4}$/)
    })
  })

  test('a stored choice has priority over the browser’s languages', async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'es'), KEY)
    await page.goto(GRACE)
    await expect(language(page)).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
  })

  test('the browser’s languages have priority over the lang attribute of the page', async ({
    page,
  }) => {
    await setHtmlLanguage(page, ' lang="es"')
    await page.goto(GRACE)
    await expect.poll(() => storedLanguage(page)).toBe('pt')
  })
})

// rule: language-choice
test.describe('a browser that prefers a language that is not supported', () => {
  test.use({ locale: 'fr-FR' })

  test('the fallback is English', async ({ page }) => {
    await page.goto(GRACE)
    await expect.poll(() => storedLanguage(page)).toBe('en')
    await expect(language(page)).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  })

  test('a stored choice that is not supported is ignored', async ({ page }) => {
    await page.addInitScript((key) => {
      if (!sessionStorage.getItem(key)) localStorage.setItem(key, 'tlh')
      sessionStorage.setItem(key, 'done')
    }, KEY)
    await page.goto('/')
    await expect.poll(() => storedLanguage(page)).toBe('en')
  })

  test('the lang attribute of the page decides next', async ({ page }) => {
    await setHtmlLanguage(page, ' lang="es"')
    await page.goto(GRACE)
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
    await expect(language(page)).toHaveAttribute('lang', 'es')
  })

  test.describe(() => {
    test.use({ expected: [/Failed to load resource/] })

    test('the first part of the path decides after the lang attribute', async ({ page }) => {
      await setHtmlLanguage(page, '')
      await page.goto('/pt/qualquer')
      await expect(page.getByRole('heading', { name: 'Esta página não existe' })).toBeVisible()
    })
  })

  test('the subdomain decides last', async ({ page, baseURL }) => {
    await setHtmlLanguage(page, '')
    const { port } = new URL(baseURL ?? '')
    await page.goto(`http://es.localhost:${port}${GRACE}`)
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
  })
})

// rule: language-choice
test('a visitor chooses the language', async ({ page }) => {
  await page.goto(GRACE)
  await test.step('a selector offers English, Portuguese and Spanish', async () => {
    await expect(selector(page).getByRole('option')).toHaveText(['English', 'Português', 'Español'])
    await expect(selector(page)).toHaveAccessibleName('Language')
    // Its own arrow stands in place of the browser's.
    await expect(selector(page)).toHaveCSS('appearance', 'none')
    await expect(selector(page).locator('+ svg')).toBeVisible()
  })
  await test.step('a choice changes the screen and the lang attribute at once', async () => {
    await selector(page).selectOption('es')
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
    await expect(language(page)).toHaveAttribute('lang', 'es')
  })
  await test.step('the choice is stored, and is the same after a reload', async () => {
    await expect.poll(() => storedLanguage(page)).toBe('es')
    await page.reload()
    await expect(language(page)).toHaveAttribute('lang', 'es')
    await expect(selector(page)).toHaveValue('es')
  })
})

// rule: language-choice, profile-content
test('a language chosen while a part of the page still waits for its texts is the language of that part too', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/en-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(GRACE)
  await expect(page.getByRole('heading', { name: 'Prices', exact: true })).toBeVisible()
  await selector(page).selectOption('es')
  await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Precios', exact: true })).toBeVisible()
  await expect.poll(() => storedLanguage(page)).toBe('es')
})

const TRANSLATIONS = '**/assets/pt-*.js*'
/** Whether the request loads the file. HEAD only checks that the file exists. */
const isLoad = (route: Route) => route.request().method() === 'GET'

// rule: language-choice
test.describe('translations that fail to load', () => {
  test.use({ expected: [/Failed to load resource|Failed to fetch dynamically imported/] })

  test('a failed load is retried, the first time after 350 ms', async ({ page }) => {
    let loads = 0
    await page.clock.install({ time: '2026-11-20T10:00:00Z' })
    await page.goto(GRACE)
    await expect.poll(() => storedLanguage(page)).toBe('en')
    await page.clock.pauseAt('2026-11-20T11:00:00Z')
    await page.route(TRANSLATIONS, (route) => {
      if (isLoad(route)) loads++
      return loads < 3 ? route.abort() : route.continue()
    })
    await selector(page).selectOption('pt')
    await expect.poll(() => loads).toBe(1)
    await page.clock.runFor(300)
    expect(loads).toBe(1)
    // On a busy machine the browser may see the failure, and start to wait, later than this test expects.
    await expect(async () => {
      await page.clock.runFor(50)
      expect(loads).toBe(2)
    }).toPass()
    await expect(async () => {
      await page.clock.runFor(350)
      await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible({
        timeout: 200,
      })
    }).toPass()
  })

  test('all translations of a language are one file', async ({ page }) => {
    const loading: string[] = []
    await page.goto(GRACE)
    await expect.poll(() => storedLanguage(page)).toBe('en')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(TRANSLATIONS, async (route) => {
      loading.push(route.request().url())
      await promise
      await route.continue()
    })
    await selector(page).selectOption('pt')
    await expect.poll(() => loading.length).toBeGreaterThan(0)
    resolve()
    await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible()
    expect(new Set(loading).size).toBe(1)
  })

  test('after 5 retries a message says that it failed, and the language stays', async ({
    page,
  }) => {
    let loads = 0
    await page.clock.install({ time: '2026-11-20T10:00:00Z' })
    await page.goto(GRACE)
    await expect.poll(() => storedLanguage(page)).toBe('en')
    await page.route(TRANSLATIONS, (route) => {
      if (isLoad(route)) loads++
      return route.abort()
    })
    await selector(page).selectOption('pt')
    const alert = page.getByRole('alert')
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(alert).toBeVisible({ timeout: 200 })
    }).toPass({ timeout: 30_000 })
    await expect(alert).toHaveText(
      'Unable to connect to server. Please check your internet connection.',
    )
    expect(loads).toBe(6)
    await expect(language(page)).toHaveAttribute('lang', 'en')
    expect(await storedLanguage(page)).toBe('en')
  })
})
