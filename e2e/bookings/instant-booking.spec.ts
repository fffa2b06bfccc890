// rule: instant-booking
import { expect } from '@playwright/test'
import { LANGUAGES, LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { linkInLetter } from '../support/letters.ts'
import { newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { PASSWORD } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

/** ZIPs with no other professional, so that the search finds the card. */
const ZIPS = { en: '59014', pt: '59003', es: '59010' } as const

for (const language of LANGUAGES) {
  test.describe(() => {
    test.use({
      locale: { en: 'en-US', pt: 'pt-BR', es: 'es-US' }[language],
      expected: [/status of 409/],
    })

    test(`from a card to 'Booked': a client confirms their address and books at once (${language})`, async ({
      page,
      context,
      playwright,
      baseURL,
    }) => {
      const t = translationsIn(language)
      await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: language, url: baseURL ?? '' }])
      await page.setViewportSize({ width: 390, height: 844 })

      const { id, email } = await subscribedProfessional(page, { outcome: 'paid' }, ZIPS[language])
      const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
      await page.request.put(`/api/professional/time/${id}`, { data: { plan } })
      await page.goto('/dashboard/time')
      // rule: instant-booking-mode
      await page.getByLabel(t('time:instant.label')).selectOption('verified')
      await page.getByRole('button', { name: t('time:instant.save') }).click()
      await expect(page.getByText(t('time:saved'))).toBeVisible()
      await expectAccessible(page)

      const client = await newClient(page)
      await page.goto('/settings')
      // rule: verify-email-screen
      await page.getByRole('button', { name: t('identity:verify_email.send') }).click()
      await expect(
        page.getByText(t('identity:verify_email.sent', { email: client.email })),
      ).toBeVisible()
      await expect.poll(() => linkInLetter(client.email, 'verify-email')).toBeTruthy()
      await page.goto((await linkInLetter(client.email, 'verify-email'))!)
      await page.getByRole('button', { name: t('identity:verify_email.submit') }).click()
      await expect(page.getByText(t('identity:verify_email.done'))).toBeVisible()
      await expectAccessible(page)

      await page.goto(`/search?zip_code=${ZIPS[language]}&service_type=standard`)
      const card = page.getByRole('article').filter({ hasText: t('professionals:instant') })
      await card.getByRole('heading').getByRole('link').click()
      await page
        .getByRole('link', { name: t('professionals:book_now') })
        .or(page.getByRole('link', { name: /\$/ }))
        .filter({ visible: true })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
      const days = dialog.getByRole('grid', { name: t('bookings:slots.days_label') })
      await days.getByRole('gridcell').nth(5).click()
      await dialog.getByRole('gridcell').first().click()
      await dialog.getByLabel(t('bookings:book.address'), { exact: true }).fill('1 Journey Lane')
      await expect(dialog.getByText(t('bookings:book.at_once'))).toBeVisible()
      await expectAccessible(page)

      // Meanwhile the professional takes the day off.
      const professional = await playwright.request.newContext({ baseURL: baseURL! })
      await professional.post('/api/login', { data: { email, password: PASSWORD } })
      const first = await dayOf(professional, id, ZIPS[language], 5)
      const off = { kind: 'off', from_date: first, to_date: first }
      const saved = await professional.post(`/api/professional/time/${id}/exceptions`, {
        data: off,
      })
      expect(saved.status()).toBe(200)
      await professional.dispose()
      await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
      // rule: booking-taken
      await expect(dialog.getByText(t('bookings:book.taken'))).toBeVisible()
      await expectAccessible(page)
      const next = dialog.getByRole('list', { name: t('bookings:slots.next_free') })
      await next.getByRole('button').first().click()
      await expect(dialog.getByText(t('bookings:book.at_once'))).toBeVisible()
      await expect(dialog.getByLabel(t('bookings:book.address'), { exact: true })).toHaveValue(
        '1 Journey Lane',
      )
      await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
      // rule: booking-outcome
      const booked = page.getByRole('dialog', { name: t('bookings:booked.at_once'), exact: true })
      await expect(booked.getByRole('link', { name: t('bookings:calendar') })).toBeVisible()
      await expectAccessible(page)
      await booked.getByRole('link', { name: t('bookings:booked.my_booking') }).click()
      await expect(page.getByText(t('bookings:status.accepted'), { exact: true })).toBeVisible()
      await expect(page.getByText(t('bookings:history.booked_at_once'))).toBeVisible()
    })
  })
}

/** The date of a day in the grid of the dialog. */
async function dayOf(
  caller: { get: (path: string) => Promise<{ json: () => Promise<unknown> }> },
  id: string,
  zip: string,
  index: number,
): Promise<string> {
  const answer = await caller.get(`/api/professional/slots/${id}?zip_code=${zip}`)
  const { days } = (await answer.json()) as { days: { date: string }[] }
  return days[index]!.date
}
