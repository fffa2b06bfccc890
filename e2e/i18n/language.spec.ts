import { expect } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { test } from '../support/journey.ts'

const KEY = 'i18nextLng'
const GRACE = '/professional/grace-walker'

const language = (page: Page) => page.locator('html')
const selector = (page: Page) => page.getByRole('contentinfo').getByRole('combobox')
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

/** The page as a server would send it that says another language in <html>, or none. */
async function sayInHtml(page: Page, lang: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const url = route.request().url().replace('es.localhost', 'localhost')
    const answer = await route.fetch({ url })
    const body = (await answer.text()).replace(/<html lang="\w+">/, `<html${lang}>`)
    return route.fulfill({ response: answer, body })
  })
}

test.describe('a browser that wishes Portuguese', () => {
  test.use({ locale: 'pt-BR' })

  test('is spoken to in Portuguese', async ({ page }) => {
    await test.step('C 4: without a stored choice the browser languages decide, regions included', async () => {
      await page.goto(GRACE)
      await expect(language(page)).toHaveAttribute('lang', 'pt')
      await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible()
    })
    await test.step('C 9: the choice is cached under i18nextLng', async () => {
      await expect.poll(() => kept(page)).toBe('pt')
    })
    await test.step('money and dates are in the reader’s form', async () => {
      await expect(page.getByText('US$ 42,00').first()).toBeVisible()
      const day = page
        .getByRole('group', { name: /Avaliações/ })
        .locator('time')
        .first()
      await expect(day).toHaveText(/^\d{1,2} de [a-zç]{3}\. de \d{4}$/)
    })
  })

  test('C 4: a stored choice comes before the browser languages', async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'es'), KEY)
    await page.goto(GRACE)
    await expect(language(page)).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
  })

  test('C 4: the browser languages come before the html lang attribute', async ({ page }) => {
    await sayInHtml(page, ' lang="es"')
    await page.goto(GRACE)
    await expect.poll(() => kept(page)).toBe('pt')
  })
})

test.describe('a browser that wishes a language we do not speak', () => {
  test.use({ locale: 'fr-FR' })

  test('C 4: the default and fallback is English', async ({ page }) => {
    await page.goto(GRACE)
    await expect.poll(() => kept(page)).toBe('en')
    await expect(language(page)).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  })

  test('C 4: a stored choice that we do not speak is passed over', async ({ page }) => {
    await page.addInitScript((key) => {
      if (!sessionStorage.getItem(key)) localStorage.setItem(key, 'tlh')
      sessionStorage.setItem(key, 'done')
    }, KEY)
    await page.goto('/')
    await expect.poll(() => kept(page)).toBe('en')
  })

  test('C 4: then the html lang attribute decides', async ({ page }) => {
    await sayInHtml(page, ' lang="es"')
    await page.goto(GRACE)
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
    await expect(language(page)).toHaveAttribute('lang', 'es')
  })

  test.describe(() => {
    test.use({ expected: [/Failed to load resource/] })

    test('C 4: then the path decides', async ({ page }) => {
      await sayInHtml(page, '')
      await page.goto('/pt/qualquer')
      await expect(page.getByRole('heading', { name: 'Esta página não existe' })).toBeVisible()
    })
  })

  test('C 4: then the subdomain decides', async ({ page, baseURL }) => {
    await sayInHtml(page, '')
    const { port } = new URL(baseURL ?? '')
    await page.goto(`http://es.localhost:${port}${GRACE}`)
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
  })
})

test('the reader chooses the language', async ({ page }) => {
  await page.goto(GRACE)
  await test.step('C 4: a selector offers English, Portuguese and Spanish', async () => {
    await expect(selector(page).getByRole('option')).toHaveText(['English', 'Português', 'Español'])
    await expect(selector(page)).toHaveAccessibleName('Language')
  })
  await test.step('C 4: choosing changes the screen and html lang at once', async () => {
    await selector(page).selectOption('es')
    await expect(page.getByRole('link', { name: 'Volver a los resultados' })).toBeVisible()
    await expect(language(page)).toHaveAttribute('lang', 'es')
  })
  await test.step('C 4: the choice is cached, and kept after a reload', async () => {
    await expect.poll(() => kept(page)).toBe('es')
    await page.reload()
    await expect(language(page)).toHaveAttribute('lang', 'es')
    await expect(selector(page)).toHaveValue('es')
  })
})

const WORDS = '**/assets/pt.home-*.js*'
/** Whether the file itself is wanted; that it is there at all is asked with HEAD. */
const isAsked = (route: Route) => route.request().method() === 'GET'

test.describe('words that do not come', () => {
  test.use({ expected: [/Failed to load resource|Failed to fetch dynamically imported/] })

  test('C 9: a language’s words are asked for again, after 350 ms at first', async ({ page }) => {
    let asked = 0
    await page.clock.install({ time: '2026-11-20T10:00:00Z' })
    await page.goto(GRACE)
    await expect.poll(() => kept(page)).toBe('en')
    await page.clock.pauseAt('2026-11-20T11:00:00Z')
    await page.route(WORDS, (route) => {
      if (isAsked(route)) asked++
      return asked < 3 ? route.abort() : route.continue()
    })
    await selector(page).selectOption('pt')
    await expect.poll(() => asked).toBe(1)
    await page.clock.runFor(300)
    expect(asked).toBe(1)
    // On a busy machine the browser hears of the failure, and begins to wait, later than this test.
    await expect(async () => {
      await page.clock.runFor(50)
      expect(asked).toBe(2)
    }).toPass()
    await expect(async () => {
      await page.clock.runFor(350)
      await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible({
        timeout: 200,
      })
    }).toPass()
  })

  test('C 9: at most 10 files of words are read side by side', async ({ page }) => {
    const reading: string[] = []
    await page.goto(GRACE)
    await expect.poll(() => kept(page)).toBe('en')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/pt*.js*', async (route) => {
      reading.push(route.request().url())
      await promise
      await route.continue()
    })
    await selector(page).selectOption('pt')
    await expect.poll(() => reading.length).toBeGreaterThan(0)
    resolve()
    await expect(page.getByRole('link', { name: 'Voltar aos resultados' })).toBeVisible()
    expect(reading.length).toBeLessThanOrEqual(10)
  })

  test('C 9: after 5 retries it says so, and the language stays', async ({ page }) => {
    let asked = 0
    await page.clock.install({ time: '2026-11-20T10:00:00Z' })
    await page.goto(GRACE)
    await expect.poll(() => kept(page)).toBe('en')
    await page.route(WORDS, (route) => {
      if (isAsked(route)) asked++
      return route.abort()
    })
    await selector(page).selectOption('pt')
    const problem = page.getByRole('alert')
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(problem).toBeVisible({ timeout: 200 })
    }).toPass({ timeout: 30_000 })
    await expect(problem).toHaveText(
      'Unable to connect to server. Please check your internet connection.',
    )
    expect(asked).toBe(6)
    await expect(language(page)).toHaveAttribute('lang', 'en')
    expect(await kept(page)).toBe('en')
  })
})
