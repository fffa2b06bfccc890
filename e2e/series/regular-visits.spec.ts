// rule: series-dialog, series-asked, series-screens
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { LANGUAGES, LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import type { Series } from '#contract/series.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays, newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { translationsIn } from '../support/translations.ts'

const PHONE = { width: 390, height: 844 }

/** Works every day from 9:00 to 12:00, apart from one. */
async function professionalOff(page: Page, date: string) {
  const { id } = await subscribedProfessional(page)
  const path = `/api/professional/time/${id}`
  const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  expect((await page.request.put(path, { data: { plan } })).status()).toBe(200)
  await takeDayOff(page, id, date)
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { professional } = (await view.json()) as { professional: { slug: string } }
  return { id, slug: professional.slug }
}

async function takeDayOff(page: Page, id: string, date: string) {
  const data = { kind: 'off', from_date: date, to_date: date, note: '' }
  const answer = await page.request.post(`/api/professional/time/${id}/exceptions`, { data })
  expect(answer.status()).toBe(200)
}

for (const language of LANGUAGES) {
  test.describe(() => {
    const locale = { en: 'en-US', pt: 'pt-BR', es: 'es-US' }[language]
    // A refused request and a refused change are parts of the journey.
    test.use({ locale, expected: [/409|422/] })

    test(`a client books every week, skips a visit, moves one, and ends them (${language})`, async ({
      page,
      context,
      browser,
      watch,
      baseURL,
    }) => {
      test.setTimeout(120_000)
      const t = translationsIn(language)
      const other = await browser.newContext({ locale, viewport: PHONE })
      await watch(other)
      for (const one of [context, other]) {
        await one.addCookies([{ name: LANGUAGE_CACHE_KEY, value: language, url: baseURL ?? '' }])
      }
      const professionalPage = await other.newPage()
      const { id, slug } = await professionalOff(professionalPage, inDays(24))
      await newClient(page)
      await page.setViewportSize(PHONE)

      await test.step('the dialog shows the next 8 visits, and asks for a choice where one does not fit', async () => {
        await page.goto(`/professional/${slug}?book=1&zip_code=78701`)
        const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
        await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
        await dialog.locator('[name=booking_date]').fill(inDays(10))
        await dialog.locator('[name=booking_time]').fill('09:00')
        await dialog.locator('[name=cleaning_frequency]').selectOption('weekly')
        await dialog.locator('[name=address]').fill('100 Congress Ave')
        await expect(dialog.locator('[name=city]')).toHaveValue('Austin')
        const visits = dialog.getByRole('region', { name: t('series:visits.title') })
        await expect(visits.getByRole('listitem')).toHaveCount(8)
        await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toBeVisible()
        await expect(dialog.getByText(t('series:promise'), { exact: false })).toBeVisible()
        await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
        const skip = visits.getByRole('radio', { name: t('series:preview.skip') })
        await expect(skip).toBeFocused()
        await expectAccessible(page)
        await page.keyboard.press('Space')
        await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toHaveCount(0)
      })

      await test.step('a date that is taken meanwhile asks for a choice again, and all typing stays', async () => {
        const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
        const visits = dialog.getByRole('region', { name: t('series:visits.title') })
        await takeDayOff(professionalPage, id, inDays(45))
        await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
        await expect(dialog.getByText(t('errors:series_conflicts'))).toBeVisible()
        await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toBeVisible()
        await expect(visits.getByRole('radio', { checked: true })).toHaveCount(1)
        await expect(dialog.locator('[name=address]')).toHaveValue('100 Congress Ave')
        await expectAccessible(page)
        await visits.getByRole('radio').last().check()
        await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toHaveCount(0)
        await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
        await expect(page.getByRole('dialog', { name: t('bookings:booked.title') })).toBeVisible()
      })

      await test.step('the professional sees the dates, and accepts all', async () => {
        await professionalPage.goto('/dashboard')
        const request = professionalPage.getByRole('article').first()
        await request.getByText(t('series:visits.title')).click()
        await expect(request.getByRole('listitem')).toHaveCount(8)
        await expect(request.getByText(t('series:asked.skipped'))).toHaveCount(1)
        await expectAccessible(professionalPage)
        await request.getByRole('button', { name: t('series:asked.all') }).click()
        await expect(professionalPage.getByText(t('dashboard:requests.none'))).toBeVisible()
      })

      await test.step('the client finds them from their bookings', async () => {
        await page.goto('/bookings')
        await page.getByRole('link', { name: t('series:title') }).click()
        await expect(page.getByRole('heading', { level: 1, name: t('series:title') })).toBeVisible()
        await expect(page.getByText(t('series:status.active'))).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('article').getByRole('link').click()
        await expect(page.getByText(t('series:status.active'))).toBeVisible()
      })

      const row = (index: number) =>
        page
          .getByRole('region', { name: t('series:visits.title') })
          .getByRole('listitem')
          .nth(index)
      await test.step('they skip a visit, and undo it', async () => {
        await expect(row(2).getByText(t('series:visits.status.skipped'))).toBeVisible()
        await row(1)
          .getByRole('button', { name: t('series:visits.skip') })
          .click()
        await expect(row(1).getByText(t('series:visits.status.skipped'))).toBeVisible()
        await expectAccessible(page)
        await row(1)
          .getByRole('button', { name: t('series:visits.undo') })
          .click()
        await expect(row(1).getByText(t('series:visits.status.accepted'))).toBeVisible()
      })

      await test.step('they move a visit, and the professional agrees', async () => {
        await row(3)
          .getByRole('button', { name: t('series:visits.move') })
          .click()
        const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
        await dialog.getByLabel(t('bookings:book.date'), { exact: true }).fill(inDays(32))
        await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill('10:00')
        await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
        await expect(dialog).toBeHidden()
        const proposal = row(3).getByRole('region', { name: t('bookings:proposal.title') })
        await expect(proposal.getByText(/10/).first()).toBeVisible()
        await expectAccessible(page)
        await acceptProposal(page, professionalPage)
        await page.reload()
        await expect(row(3).getByText(t('series:visits.moved'))).toBeVisible()
      })

      await test.step('the professional proposes another day from a visit on, the client keeps theirs', async () => {
        await professionalPage.goto(new URL(page.url()).pathname)
        const following = t('series:visits.following')
        await professionalPage.getByRole('button', { name: following }).nth(1).click()
        const dialog = professionalPage.getByRole('dialog', { name: following })
        const rate = dialog.getByLabel(t('series:change.rate'))
        const held = await rate.inputValue()
        await rate.fill(String(Number(held) + 5))
        await dialog.getByRole('button', { name: t('series:change.send') }).click()
        await expect(dialog.getByText(t('errors:rate_notice'))).toBeVisible()
        await expectAccessible(professionalPage)
        await rate.fill(held)
        await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill('10:00')
        await dialog.getByRole('button', { name: t('series:change.send') }).click()
        await expect(dialog).toBeHidden()
        await page.reload()
        const panel = page.getByRole('region', { name: following })
        await expectAccessible(page)
        await panel.getByRole('button', { name: t('series:change.decline') }).click()
        await expect(panel).toBeHidden()
      })

      await test.step('they pause and end them', async () => {
        await page.getByRole('button', { name: t('series:pause.open'), exact: true }).click()
        const pause = page.getByRole('dialog', { name: t('series:pause.title') })
        await pause.getByLabel(t('series:pause.to')).fill(inDays(12))
        await pause.getByRole('button', { name: t('series:pause.confirm') }).click()
        await expect(row(0).getByText(t('series:visits.status.paused'))).toBeVisible()
        await page.getByRole('button', { name: t('series:end.open'), exact: true }).click()
        const end = page.getByRole('dialog', { name: t('series:end.title') })
        await expectAccessible(page)
        await end.getByRole('button', { name: t('series:end.confirm') }).click()
        await expect(page.getByText(t('series:status.ended'), { exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: t('series:end.open') })).toHaveCount(0)
      })
      await other.close()
    })
  })
}

/** The professional accepts, by the API, the time that the client proposes for a visit. */
async function acceptProposal(page: Page, professionalPage: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { series } = (await (await page.request.get(`/api/series/${id}`)).json()) as {
    series: Series
  }
  const booking = series.visits[3]!.booking_id
  const read = await page.request.get(`/api/bookings/${booking}`)
  const { booking: shown } = (await read.json()) as { booking: { proposal: { id: string } } }
  const answer = await professionalPage.request.put(
    `/api/bookings/${booking}/proposals/${shown.proposal.id}`,
    { data: { answer: 'accepted' } },
  )
  expect(answer.status()).toBe(200)
}
