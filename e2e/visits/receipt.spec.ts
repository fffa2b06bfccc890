// rule: settle-hours, receipts, press-queue
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { EXTRA_NAME_LENGTH_MAX, EXTRAS_MAX } from '#contract/market/offer-rules.ts'
import type { Receipt } from '#contract/bookings/receipts.ts'
import { newPair } from '../support/conversation.ts'
import { formats } from '#contract/formats.ts'
import { storedBooking } from '../support/server/stored-booking.ts'
import { answerWith } from '../support/server/answer-with.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { expectOneSheet } from '../support/sheets.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours, visitRows } from '../support/visits.ts'

const t = translationsIn('en')

/** The largest number of extras that an offer can have. */
const EXTRAS = Array.from({ length: EXTRAS_MAX }, (_, index) => ({
  kind: 'extra',
  extra: `own-${index}`,
  name: `Water the plants ${index + 1} in the old part of the house, upstairs`.slice(
    0,
    EXTRA_NAME_LENGTH_MAX,
  ),
  minutes: 15,
  amount: 5,
}))

test.use({
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

test('2 h 45 min instead of 2 h: the client agrees, both record a payment, and the year has it as CSV', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(120_000)
  const pair = await newPair(page, browser, watch)
  const { professional, professionalPage, context } = pair
  const id = await acceptedVisit(page, pair, inHours(1))
  const record = async (one: Page, method: 'cash' | 'transfer') => {
    await one.getByRole('button', { name: t('hours:payment.record') }).click()
    await one.getByRole('radio', { name: t(`hours:payment.methods.${method}`) }).check()
    await expectAccessible(one)
    await one.getByRole('button', { name: t('hours:payment.save') }).click()
    await expect(one.getByRole('button', { name: t('hours:payment.take_back') })).toBeVisible()
    await expect(one.getByRole('button', { name: t('hours:payment.change') })).toBeFocused()
  }

  await test.step('the professional finishes with the time worked, without a connection', async () => {
    await professionalPage.goto(`/visits/${id}`)
    await professionalPage.getByText(t('visits:other_step')).click()
    await context.setOffline(true)
    const finish = professionalPage.getByRole('button', { name: t('visits:press.finished') })
    await finish.click()
    const time = professionalPage.getByLabel(t('hours:finish.time'))
    await time.selectOption('180')
    await finish.click()
    await expect(
      professionalPage.getByText(t('visits:queue.waiting', { count: 1 }), { exact: true }),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(professionalPage.getByText('You entered 3 h; 2 h was booked.')).toBeVisible()
    await professionalPage.getByRole('button', { name: t('hours:lower') }).click()
    await expect(professionalPage.getByLabel(t('hours:lower_to'))).toBeFocused()
    await professionalPage.getByRole('button', { name: t('hours:lower') }).click()
    await expect(
      professionalPage.getByText('You entered 2 h 45 min; 2 h was booked.'),
    ).toBeVisible()
    await expectAccessible(professionalPage)
  })

  await test.step('the client is asked, and pays the extra time', async () => {
    await page.goto('/bookings')
    await page
      .getByRole('link')
      .filter({ hasText: t('hours:answer') })
      .click()
    const hours = page.getByRole('region', { name: t('hours:title') })
    await expect(
      hours.getByText(/^The visit ran 45 min over\. Pay \$[\d.]+ more \(\$[\d.]+ total\)\?$/),
    ).toBeVisible()
    await expect(
      hours.getByText(/^Answer by .+ If you don't, you pay the booked time\.$/),
    ).toBeVisible()
    await expectAccessible(page)
    const answered = page.waitForRequest(/\/hours$/)
    await hours.getByRole('button', { name: t('hours:yes') }).click()
    // The server refuses another amount than the one on the screen.
    const { final_amount } = (await answered).postDataJSON() as { final_amount: number }
    expect(final_amount).toBeGreaterThan(0)
    await expect(hours.getByText(t('hours:settled.client_yes'))).toBeVisible()
    await expect(hours, 'the pressed button is gone').toBeFocused()
    await expect(professionalPage.getByText(t('hours:settled.client_yes'))).toBeVisible()
  })

  await test.step('both record how it was paid, and read that they differ', async () => {
    await page.getByRole('link', { name: /^Receipt V-\d+$/ }).click()
    await expect(page.getByRole('heading', { name: t('hours:receipt.title') })).toBeVisible()
    await expect(page.getByText(t('hours:receipt.tax'))).toBeVisible()
    await expect(page.getByText(/^2\.75 h × /)).toBeVisible()
    await record(page, 'transfer')
    await professionalPage.goto('/dashboard?tab=bookings')
    await professionalPage.getByRole('link', { name: t('hours:list.title') }).click()
    await expect(
      professionalPage.getByText(t('hours:list.total', { year: new Date().getFullYear() })),
    ).toBeVisible()
    await expectAccessible(professionalPage)
    const csv = professionalPage.getByRole('link', { name: t('hours:list.csv') })
    const address = await csv.getAttribute('href')
    await professionalPage.getByRole('link', { name: /^Receipt V-\d+$/ }).click()
    await record(professionalPage, 'cash')
    for (const one of [page, professionalPage]) {
      await expect(
        one.getByText(/^You and .+ recorded different payments\.$/),
        'both read it at once',
      ).toBeVisible()
    }
    const table = await (await professionalPage.request.get(address!)).text()
    expect(address).toContain(professional.id)
    expect(table).toMatch(/\r\n"V-\d+",.*"2\.75",.*"transfer[^"]*","cash/)
  })

  await test.step('a record is taken back, and the list of bookings has the final total', async () => {
    await page.getByRole('button', { name: t('hours:payment.take_back') }).click()
    await expect(page.getByText(t('hours:payment.none'))).toBeVisible()
    await expect(page.getByText(/recorded different payments/)).toHaveCount(0)
    await answerWith(page, '**/api/bookings/*/receipt', ({ receipt }: { receipt: Receipt }) => ({
      receipt: { ...receipt, lines: [...receipt.lines, ...EXTRAS] },
    }))
    await page.reload()
    await expect(page.getByText(/^Water the plants 13/)).toBeVisible()
    await expectOneSheet(page)
    await page.goto('/bookings')
    const { final_amount } = await storedBooking(page.request, id)
    await expect(visitRows(page).first()).toContainText(formats('en').money(final_amount!))
  })
})
