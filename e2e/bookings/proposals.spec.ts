// rule: proposals, answer-link, booking-dialog
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { log, newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours, openHistory } from '../support/visits.ts'

const t = translationsIn('en')

/** Letters about a visit within 24 hours are sent at once. */
const SOON = inHours(20)

async function proposeOnScreen(page: Page, hours: number, note = '') {
  await page
    .getByRole('button', { name: t('bookings:proposal.open') })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
  const { booking_date: date, booking_time: time } = inHours(hours)
  await dialog.getByLabel(t('bookings:book.date'), { exact: true }).fill(date)
  await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill(time)
  await dialog.getByLabel(t('bookings:proposal.note')).fill(note)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
  await expect(page.getByText(t('bookings:proposal.sent'))).toBeVisible()
  await expect(dialog).toBeHidden()
}

const panel = (page: Page) => page.getByRole('group', { name: t('bookings:proposal.title') }).last()

test('a client proposes another time, the professional answers with one of their own, the client accepts it in the thread', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(120_000)
  const pair = await newPair(page, browser, watch)
  const { client, professional, professionalPage, context } = pair
  const id = await acceptedVisit(page, pair, SOON)
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('a form without a date says so, and sends nothing', async () => {
    await page.goto(`/visits/${id}`)
    await page.getByRole('button', { name: t('bookings:proposal.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
    await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
    await expect(dialog.getByText(t('errors:date_invalid'))).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the client proposes from the booking', async () => {
    await proposeOnScreen(page, 44, 'The painters come')
    await expect(panel(page).getByText('The painters come')).toBeVisible()
    await expect(
      panel(page).getByRole('button', { name: t('bookings:proposal.withdraw') }),
    ).toBeVisible()
    await openHistory(page)
    await expect(page.getByText(t('bookings:history.proposed_client'))).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the professional answers with another time on the dashboard', async () => {
    await professionalPage.goto('/dashboard?tab=bookings')
    await expect(panel(professionalPage).getByText('The painters come')).toBeVisible()
    await expectAccessible(professionalPage)
    await proposeOnScreen(professionalPage, 46)
  })

  await test.step('the client accepts it in the thread', async () => {
    await page.goto(`/messages/${professional.id}`)
    const card = log(page).getByRole('article').last()
    await expect(card).toContainText(t('messaging:event.proposed', { name: 'Robin' }))
    await expectAccessible(page)
    await card.getByRole('button', { name: t('bookings:proposal.accept') }).click()
    await expect(log(page).getByText(t('messaging:event_you.moved'))).toBeVisible()
    await page.goto(`/visits/${id}`)
    await openHistory(page)
    await expect(page.getByText(/^The visit was moved from/)).toBeVisible()
    await expect(panel(page)).toBeHidden()
  })

  await test.step('the professional sees the new time', async () => {
    await professionalPage.goto(`/messages/${client.id}`)
    await expect(log(professionalPage).getByText(/moved the visit/)).toBeVisible()
  })
  await context.close()
})

test.describe('from the letter', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a client reads a proposed time without signing in, in three languages, learns why it is over, and accepts the next one', async ({
    page,
    browser,
    watch,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const pair = await newPair(page, browser, watch)
    const { client, professionalPage, context } = pair
    const id = await acceptedVisit(page, pair, SOON)
    const readerContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await watch(readerContext)
    const reader = await readerContext.newPage()
    await reader.setViewportSize({ width: 390, height: 844 })
    const propose = async (hours: number) => {
      const path = `/api/bookings/${id}/proposals`
      const answer = await professionalPage.request.post(path, { data: inHours(hours) })
      expect(answer.status()).toBe(200)
      return ((await answer.json()) as { proposal: { id: string } }).proposal.id
    }

    const first = await propose(44)
    const link = await nextLink(client.email)
    for (const language of ['es', 'pt', 'en'] as const) {
      const texts = translationsIn(language)
      await readerContext.addCookies([{ name: 'i18nextLng', value: language, url: baseURL ?? '' }])
      await reader.addInitScript((choice) => localStorage.setItem('i18nextLng', choice), language)
      await reader.goto(link)
      // `goto` does not load an address with a hash that is open already.
      await reader.reload()
      const accept = reader.getByRole('button', { name: texts('bookings:proposal.accept') })
      await expect(accept).toBeVisible()
      await expectAccessible(reader)
    }
    const accept = reader.getByRole('button', { name: t('bookings:proposal.accept') })
    const withdrawn = await professionalPage.request.put(`/api/bookings/${id}/proposals/${first}`, {
      data: { answer: 'withdrawn' },
    })
    expect(withdrawn.status()).toBe(200)
    await accept.click()
    await expect(reader.getByRole('alert').getByText(t('errors:answer_link_ended'))).toBeVisible()

    await propose(46)
    await reader.goto(await nextLink(client.email, link))
    await accept.click()
    await expect(reader.getByText(t('notices:visit.accepted'))).toBeVisible()
    await expectAccessible(reader)
    await page.goto(`/visits/${id}`)
    await openHistory(page)
    await expect(page.getByText(/^The visit was moved from/)).toBeVisible()

    await test.step('where only free times can be proposed, a refused time leads to the next free ones', async () => {
      const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
      const path = `/api/professional/time/${pair.professional.id}`
      const data = { plan, rules: { only_inside_hours: true } }
      // A dialog that is opened after the hours are stated can have the picker in place of the fields.
      await page.getByRole('button', { name: t('bookings:proposal.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
      const date = dialog.getByLabel(t('bookings:book.date'), { exact: true })
      await date.focus()
      expect((await professionalPage.request.put(path, { data })).status()).toBe(200)
      // When the user returns to the tab, it reads again.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(dialog.getByRole('button', { name: t('bookings:slots.back') })).toBeVisible()
      await expect(date).toBeFocused()
      await date.fill(inHours(72).booking_date)
      await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill('03:00')
      await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
      await expect(dialog.getByText(t('errors:outside_hours'))).toBeVisible()
      const next = dialog.getByRole('list', { name: t('bookings:slots.next_free') })
      await next.getByRole('button').first().click()
      await expect(next).toHaveCount(0)
      await expect(date).toBeFocused()
      await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
      await expect(page.getByText(t('bookings:proposal.sent'))).toBeVisible()
    })

    // rule: slot-picker
    await test.step('a free time that is lost meanwhile says so, and the next one stands in the picker', async () => {
      await page.reload()
      await page.getByRole('button', { name: t('bookings:proposal.withdraw') }).click()
      await page.getByRole('button', { name: t('bookings:proposal.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
      const day = dialog.getByRole('gridcell', { name: /3 free times/ }).first()
      await expect(day).toBeVisible()
      await expect(dialog.getByLabel(t('bookings:proposal.note'))).not.toBeFocused()
      await day.click()
      await dialog.getByRole('grid').last().getByRole('gridcell').first().click()
      const from_date = new Date().toISOString().slice(0, 10)
      const to_date = inHours(24 * 40).booking_date
      const off = await professionalPage.request.post(
        `/api/professional/time/${pair.professional.id}/exceptions`,
        { data: { kind: 'off', from_date, to_date, from: '09:00', to: '09:30' } },
      )
      expect(off.status()).toBe(200)
      await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
      // The day is selected; the time that is not free any more is not.
      await expect(dialog.getByRole('gridcell', { selected: true })).toHaveCount(1)
      await expect(dialog.getByText(t('errors:outside_hours'))).toBeVisible()
      const next = dialog.getByRole('list', { name: t('bookings:slots.next_free') })
      await next.getByRole('button').first().click()
      await expect(next).toHaveCount(0)
      await expect(dialog.getByRole('gridcell', { selected: true })).toHaveCount(2)
      await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
      await expect(page.getByText(t('bookings:proposal.sent'))).toBeVisible()
    })
    await readerContext.close()
    await context.close()
  })
})

/** The link of the letter to this person that leads to a proposed time, another one than `known`. */
async function nextLink(email: string, known?: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const outbox = join(process.env['LUSTRA_E2E_DATA_DIR'] ?? '', 'outbox')
    const files = await readdir(outbox).catch(() => [])
    for (const file of files.filter((name) => name.endsWith('.eml'))) {
      const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, file), 'utf8'))
      const found = /\/visit\/[\w-]+\?answer=accepted/.exec(text)?.[0]
      if (to?.[0]?.address === email && found !== known) link ??= found
    }
    expect(link).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return link ?? ''
}
