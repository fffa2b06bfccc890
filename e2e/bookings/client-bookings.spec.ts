// rule: booking-lists
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'
import ical from 'node-ical'
import { LANGUAGES } from '#contract/product.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { dialogOf, field, service, step, typeTime } from '../support/booking-dialog.ts'
import { confirmByPassword } from '../support/confirm.ts'
import { CLIENT_PASSWORD, requestBooking, inDays, newClient } from '../support/new-client.ts'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, logIn, readIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours, openHistory, visitRows } from '../support/visits.ts'
import { pressTryAgain } from '../support/try-again.ts'

const t = translationsIn('en')

// rule: booking-lists, booking-moves, booking-again, visit-calendar
test.describe('a whole booking', () => {
  // The first call for a private address asks for the password.
  test.use({ expected: [/status of 403/] })
  test('a client reads a booking, cancels it with a reason, and books the same again', async ({
    page,
  }) => {
    const client = await newClient(page)
    await page.goto('/bookings')
    await expect(page.getByText(t('bookings:mine.empty'))).toBeVisible()
    await expectAccessible(page)

    const id = await requestBooking(page, client, 'lucia-hernandez')
    await page.reload()
    await test.step('the calendar shows the visit on its day, and makes a private address', async () => {
      await page.getByRole('link', { name: t('bookings:mine.calendar'), exact: true }).click()
      await expect(page.getByRole('table')).toBeVisible()
      // Without a day in the address it opens on the next visit, also in a later month.
      await expect(page.locator(`[data-day="${inDays(30)}"]`)).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expect(visitRows(page)).toHaveCount(1)
      await page.goto(`/bookings?view=calendar&day=${inDays(31)}`)
      await expect(page.getByText(t('bookings:month.none'))).toBeVisible()
      await expect(visitRows(page)).toHaveCount(0)
      await page.goto(`/bookings?view=calendar&day=${inDays(30)}`)
      await expect(visitRows(page)).toHaveCount(1)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('bookings:feed.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('bookings:feed.title') })
      await dialog.getByRole('button', { name: t('bookings:feed.make') }).click()
      await confirmByPassword(page, CLIENT_PASSWORD)
      const address = await dialog.getByLabel(t('bookings:feed.address')).inputValue()
      const feed = await page.request.get(new URL(address).pathname)
      expect(await feed.text()).toContain(`UID:${id}@lustra`)
      await page.keyboard.press('Escape')
    })
    await visitRows(page).click()
    await expect(page).toHaveURL(`/visits/${id}`)
    for (const fact of [
      '100 Congress Ave, Miami, FL 33130',
      'Two cats',
      '$42.00 × 3 hours = $126.00',
    ]) {
      await expect(page.getByText(fact)).toBeVisible()
    }
    await expect(page.getByText(/You'll hear back by .* Miami time/)).toBeVisible()
    await openHistory(page)
    await expect(page.getByText(t('bookings:history.requested'))).toBeVisible()
    await expectAccessible(page)

    await test.step('the calendar file can be parsed', async () => {
      const download = page.waitForEvent('download')
      await page.getByLabel(t('visits:more'), { exact: true }).click()
      await page.getByRole('link', { name: t('bookings:calendar') }).click()
      const parts = Object.values(
        ical.sync.parseICS(readFileSync(await (await download).path(), 'utf8')),
      )
      expect(parts.find((part) => part?.type === 'VEVENT')).toMatchObject({
        uid: `${id}@lustra`,
        status: 'TENTATIVE',
        location: '100 Congress Ave, Miami, FL 33130',
      })
    })

    await test.step('cancelling requires a reason', async () => {
      const opener = page.getByRole('button', { name: t('bookings:cancel.open') })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: t('bookings:cancel.title') })
      const reason = dialog.getByRole('textbox', { name: t('bookings:cancel.reason') })
      await expect(dialog.getByRole('radio').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
      await opener.click()
      await dialog.getByRole('button', { name: t('bookings:cancel.confirm') }).click()
      await expect(dialog.getByText(t('errors:reason_code_invalid'))).toBeVisible()
      await expect(dialog.getByText(t('bookings:cancel.free_request'))).toBeVisible()
      await expect(reason).toHaveCount(0)
      await dialog.getByLabel(t('bookings:cancel.codes.other')).check()
      await expect(reason).toHaveAttribute('maxlength', '500')
      await dialog.getByRole('button', { name: t('bookings:cancel.confirm') }).click()
      await expect(dialog.getByText(t('errors:reason_required'))).toBeVisible()
      await expectAccessible(page)
      await reason.fill('We are moving')
      await dialog.getByRole('button', { name: t('bookings:cancel.confirm') }).click()
      await expect(page.getByText(t('bookings:cancel.done'))).toBeVisible()
      await expect(page.getByText('You canceled: “We are moving”')).toBeVisible()
      await expect(page.getByText(t('bookings:history.cancelled_client'))).toBeVisible()
      await expect(opener).toHaveCount(0)
    })

    await test.step('booking again opens the dialog with the same home and work, without a date', async () => {
      await page.getByRole('button', { name: t('bookings:book_again') }).click()
      const expectFields = async (values: Record<string, string>) => {
        for (const [name, value] of Object.entries(values)) {
          await expect(field(page, name)).toHaveValue(value)
        }
      }
      await expect(step(page, t('bookings:book.steps.2'))).toBeFocused()
      await expectFields({ booking_date: '', booking_time: '' })
      await dialogOf(page)
        .getByRole('button', { name: t('bookings:book.back') })
        .click()
      await expect(service(page, 'deep')).toBeChecked()
      await expectFields({ cleaning_frequency: 'monthly', estimated_hours: '3' })
      await typeTime(page)
      await expectFields({
        address: '100 Congress Ave',
        city: 'Miami',
        state: 'FL',
        zip_code: '33130',
        notes: 'Two cats',
      })
    })
  })
})

// rule: cancellation, reliability
test('a client cancels tomorrow’s visit with a chosen reason alone, and reads that it is late', async ({
  page,
  browser,
  watch,
}) => {
  const pair = await newPair(page, browser, watch)
  const id = await acceptedVisit(page, pair, inHours(20))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/visits/${id}`)
  await page.getByRole('button', { name: t('bookings:cancel.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('bookings:cancel.title') })
  await expect(dialog.getByText(t('bookings:cancel.late', { count: 24 }))).toBeVisible()
  await dialog.getByLabel(t('bookings:cancel.codes.plans_changed')).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('bookings:cancel.confirm') }).click()
  const sentence = t('bookings:happened.cancelled_you', {
    reason: t('bookings:cancel.codes.plans_changed'),
  })
  await expect(page.getByText(`${sentence} ${t('bookings:happened.late')}`)).toBeVisible()
  await test.step('the settings show it in each language', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: t('account:reliability.title') }).click()
    await expect(page).toHaveURL('/settings/reliability')
    for (const language of LANGUAGES.toReversed()) {
      const texts = translationsIn(language)
      await readIn(page, language)
      const part = page.getByRole('main')
      await expect(part.getByRole('definition')).toHaveText(['1', '0', '1', '0', '0'])
      await expect(part.getByText(texts('account:reliability.means.client'))).toBeVisible()
    }
    const counted = page.getByRole('region', { name: t('account:reliability.counted') })
    await expect(counted.getByRole('listitem')).toHaveCount(1)
    await expect(counted.getByText(t('account:reliability.events.late_cancellation'))).toBeVisible()
    await expectAccessible(page)
  })
  await pair.context.close()
})

test.describe('on a phone', () => {
  // In the zone of the home, so that no time names it.
  test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/Chicago' })

  test('the list is short: the question first, then rows of 88 px, regular visits as one row that opens', async ({
    page,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/bookings')
    const main = page.getByRole('main')
    const questions = main.getByRole('group', { name: t('bookings:proposal.title') })
    const accept = questions.getByRole('button', { name: t('bookings:proposal.accept') })
    await expect(accept.first()).toBeVisible()
    const topOf = async (what: Locator) => (await what.boundingBox())!.y
    expect(await topOf(questions.first())).toBeLessThan(400)
    const rows = await visitRows(page).filter({ visible: true }).all()
    // Headings, links and what needs an answer take the rest. Other journeys can add rows and questions of Maya's.
    const rest = 720 + 240 * (await questions.count())
    expect((await main.boundingBox())!.height).toBeLessThanOrEqual(rest + 96 * rows.length)
    for (const row of rows) {
      expect((await row.boundingBox())!.height).toBeLessThanOrEqual(96)
    }
    // No verb stands in the list but those that answer.
    await expect(main.getByRole('button', { name: t('bookings:cancel.open') })).toHaveCount(0)
    await expect(main.getByRole('button', { name: t('bookings:proposal.open') })).toHaveCount(0)

    const series = main.locator('details')
    const ofSeries = series.getByRole('link')
    await expect(ofSeries.first()).toBeHidden()
    await series.getByText(/^Every \w+ at/).click()
    await expect(ofSeries.first()).toBeVisible()
    await expectAccessible(page)
    await ofSeries.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: t('bookings:cancel.open') })).toBeVisible()
  })
})

test('upcoming bookings have pages of twenty, and past ones have their own list', async ({
  page,
}) => {
  const client = await newClient(page)
  for (let day = 10; day < 31; day++)
    await requestBooking(page, client, 'lucia-hernandez', { booking_date: inDays(day) })
  const cancelled = await requestBooking(page, client, 'lucia-hernandez', {
    address: '7 Bygone Street',
  })
  await page.request.put(`/api/bookings/${cancelled}/status`, {
    data: { status: 'cancelled', reason: 'We are moving' },
  })
  await page.goto('/bookings')
  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
  const upcoming = section(t('bookings:mine.later'))
  const rows = upcoming.getByRole('listitem').getByRole('link')
  await expect(rows).toHaveCount(20)
  await upcoming.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(21)
  await expect(upcoming.getByText('21 of 21')).toBeVisible()
  await expect(rows.nth(20)).toBeFocused()
  await expect(section(t('bookings:mine.past')).getByRole('listitem')).toHaveCount(1)
})

test.describe('failures', () => {
  test.use({
    expected: [/Failed to load resource|WebSocket connection .*HTTP Authentication failed/],
  })

  test('bookings that cannot be loaded say so, and load with Try again', async ({ page }) => {
    const client = await newClient(page)
    const id = await requestBooking(page, client, 'lucia-hernandez')
    const calls = /\/api\/bookings\//
    const serverError = { status: 500, json: { detail: 'Something', code: 'unexpected' } }
    for (const [path, failed, loaded] of [
      ['/bookings', t('bookings:mine.failed'), visitRows(page)],
      [`/visits/${id}`, t('visits:failed'), page.getByRole('article')],
    ] as const) {
      await page.route(calls, (route) => route.fulfill(serverError))
      await page.goto(path)
      await expect(page.getByRole('alert').getByText(failed)).toBeVisible()
      await expectAccessible(page)
      await pressTryAgain(page, calls, t('loading:try_again'))
      await expect(loaded).toBeVisible()
    }
  })

  // rule: failures
  test('a cancellation that fails shows the sentence of an answer without a code, and the booking stays', async ({
    page,
  }) => {
    const id = await requestBooking(page, await newClient(page), 'lucia-hernandez')
    const detail = 'This address is closed for an hour.'
    await page.route(`**/api/bookings/${id}/status`, (route) =>
      route.fulfill({ status: 403, json: { detail } }),
    )
    await page.goto(`/visits/${id}`)
    await page.getByRole('button', { name: t('bookings:cancel.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('bookings:cancel.title') })
    await dialog.getByLabel(t('bookings:cancel.codes.other')).check()
    await dialog.getByRole('textbox', { name: t('bookings:cancel.reason') }).fill('We are moving')
    await dialog.getByRole('button', { name: t('bookings:cancel.confirm') }).click()
    await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: t('bookings:cancel.open') })).toBeVisible()
  })

  // rule: booking-roles
  test('the page of another client’s booking says that it was not found', async ({ page }) => {
    const id = await requestBooking(page, await newClient(page), 'lucia-hernandez')
    await newClient(page)
    await page.goto(`/visits/${id}`)
    await expect(page.getByText(t('visits:not_found'))).toBeVisible()
  })

  // rule: booking-roles, user-storage
  test('after the session ended, the list is not shown, not even for a moment', async ({
    page,
    context,
  }) => {
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    await page.goto('/bookings')
    await expect(visitRows(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { name: t('marketplace:title') })).toBeVisible()
    await page.evaluate((past) => {
      new MutationObserver(() => {
        if ([...document.querySelectorAll('h2')].some(({ textContent }) => textContent === past))
          document.documentElement.dataset['listSeen'] = 'yes'
      }).observe(document.body, { childList: true, subtree: true })
    }, t('bookings:mine.past'))
    await context.clearCookies()
    const link = page.getByRole('navigation').getByRole('link', { name: 'My bookings' })
    // A read in the background can find the ended session first, and then the link is gone.
    await Promise.race([link.click().catch(() => {}), page.waitForURL(/\/login\?next=/)])
    await expect(page).toHaveURL(/\/login\?next=/)
    expect(await page.evaluate(() => document.documentElement.dataset['listSeen'])).toBeUndefined()
  })
})
