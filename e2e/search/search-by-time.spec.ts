// rule: search-when, search-by-time
import { expect } from '@playwright/test'
import { formatShortDate } from '#contract/date-formats.ts'
import { LANGUAGES, LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { translationsIn } from '../support/translations.ts'

/** The Tuesday of next week: the demo world has professionals with and without stated hours. */
function nextTuesday(): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 5) % 7))
  return date.toISOString().slice(0, 10)
}

for (const language of LANGUAGES) {
  test.describe(() => {
    test.use({ locale: { en: 'en-US', pt: 'pt-BR', es: 'es-US' }[language] })

    test(`a client searches by time and opens the dialog on a free time (${language})`, async ({
      page,
      context,
      baseURL,
    }) => {
      const t = translationsIn(language)
      const date = nextTuesday()
      await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: language, url: baseURL ?? '' }])
      await page.setViewportSize({ width: 390, height: 844 })
      await newClient(page)
      await page.goto('/search?zip_code=78701')
      await page.getByRole('button', { name: t('search:refine_short') }).click()
      const dialog = page.getByRole('dialog', { name: t('search:refine') })
      const time = dialog.getByLabel(t('marketplace:time'), { exact: true })
      await expect(time).toBeDisabled()
      await dialog.getByLabel(t('search:when')).fill(date)
      await time.selectOption(t('search:parts.morning'))
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('search:submit'), exact: true }).click()

      await expect(page).toHaveURL(`/search?zip_code=78701&date=${date}&part=morning`)
      const chip = `${formatShortDate(language, date)}, ${t('search:parts.morning').toLocaleLowerCase(language)}, ${t('search:visit_hours', { count: 2 })}`
      await expect(page.getByRole('list', { name: t('search:active_filters') })).toContainText(chip)
      const free = page.getByText(t('search:free_at', { time: '' }).trim(), { exact: false })
      await expect(free.first()).toBeVisible()
      const mayBeFree = page.getByRole('region', { name: /\d/ })
      await expect(mayBeFree.getByRole('article')).toHaveCount(3)
      await expectAccessible(page)

      await page.getByRole('article').first().getByRole('link').first().click()
      const book = page.getByRole('link', {
        name: t('professionals:book_for', { rate: '' }).trim().slice(0, 6),
      })
      await book.first().click()
      const times = page.getByRole('dialog', { name: t('bookings:book.title') }).getByRole('grid')
      await expect(times.getByRole('gridcell', { selected: true })).toBeVisible()
      await page.goto(`/search?zip_code=78701&date=${date}&time=03:00`)
      await expect(page.getByText(t('search:nobody_free'))).toBeVisible()
      await page.getByRole('link', { name: t('search:other_time') }).click()
      await expect(page).toHaveURL(`/search?zip_code=78701&date=${date}`)
      await page.getByRole('button', { name: t('search:remove', { filter: '' }).trim() }).click()
      await expect(page).toHaveURL('/search?zip_code=78701')
    })
  })
}
