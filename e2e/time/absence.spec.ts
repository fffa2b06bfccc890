// rule: absence
import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

test.use({ viewport: { width: 390, height: 844 } })

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

// rule: hours-screen
test('in each language a professional sees what an absence ends before they end it', async ({
  page: clientPage,
  browser,
  watch,
}) => {
  const { client, professional, professionalPage: page } = await newPair(clientPage, browser, watch)
  await page.setViewportSize({ width: 390, height: 844 })
  const ids: string[] = []
  for (const [index, language] of LANGUAGES.entries()) {
    const t = translationsIn(language)
    const day = inDays(10 + index)
    const requested = await clientPage.request.post('/api/bookings', {
      data: {
        client_id: client.id,
        professional_id: professional.id,
        booking_date: day,
        booking_time: '10:00',
        service_type: 'standard',
        cleaning_frequency: 'one_time',
        address: '100 Congress Ave',
        city: 'Austin',
        state: 'TX',
        zip_code: '78701',
      },
    })
    ids.push(((await requested.json()) as { id: string }).id)

    await page.goto(`/dashboard/time?lang=${language}`)
    await page.getByRole('button', { name: t('time:absence.title') }).press('Enter')
    const dialog = page.getByRole('dialog', { name: t('time:absence.title') })
    await expect(dialog.getByText(t('time:absence.no_visits'))).toBeVisible()
    await dialog.getByLabel(t('time:exceptions.from_date')).fill(day)
    await expect(dialog.getByLabel(t('time:exceptions.to_date'))).toHaveValue(day)
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByLabel(t('time:absence.message')).fill('I have the flu.')
    await expectAccessible(page)
    await dialog
      .getByRole('button', {
        name: t('time:absence.confirm', {
          count: 1,
          clients: t('time:absence.clients', { count: 1 }),
        }),
      })
      .press('Enter')
    await expect(page.getByText(t('time:absence.done', { count: 1 }))).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  for (const id of ids) {
    const answer = await clientPage.request.get(`/api/bookings/${id}`)
    expect(await answer.json()).toMatchObject({
      booking: { status: 'declined', reason: 'I have the flu.' },
    })
  }
})
