// rule: booking-dialog
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import {
  askForAnotherTime,
  confirm,
  dialogOf,
  field,
  service,
  step,
  submitOf,
} from '../support/booking-dialog.ts'
import { idOf, inDays, newClient } from '../support/new-client.ts'
import { expectAccessible, logIn, newEmail, test } from '../support/journey.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const GRACE = '/professional/grace-walker'

type ErrorKey = 'date_invalid' | 'time_invalid' | `${'address' | 'city' | 'state' | 'zip'}_required`

const optionsOf = (page: Page, name: string) =>
  field(page, name).evaluate((node) =>
    Array.from((node as HTMLSelectElement).options, ({ value }) => value),
  )

const servicesOf = (page: Page) =>
  field(page, 'service_type').evaluateAll((nodes) =>
    nodes.map((node) => (node as HTMLInputElement).value),
  )

// rule: accessibility
test('the booking dialog shows its fields in order, checks them and sends them', async ({
  page,
}) => {
  const client = await newClient(page)
  await page.goto(`${GRACE}?zip_code=78701`)
  const bookLink = page.getByRole('link', { name: 'Book Now', exact: true }).first()

  await test.step('the dialog is closed until it is opened, and closes on Escape, the backdrop and its button', async () => {
    await expect(dialogOf(page)).toHaveCount(0)
    await bookLink.click()
    await expect(dialogOf(page).locator('[data-first-field]')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(bookLink).toBeFocused()
    await bookLink.click()
    await expect(dialogOf(page)).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialogOf(page)).toHaveCount(0)
    await bookLink.click()
    await dialogOf(page)
      .getByRole('button', { name: t('app:close') })
      .click()
    await expect(dialogOf(page)).toHaveCount(0)
  })
  await test.step('Book Now opens the dialog for signed-in clients', async () => {
    await bookLink.click()
    await expect(dialogOf(page)).toBeVisible()
  })
  const namesOf = async () => {
    const names = await dialogOf(page)
      .locator('form input, form select, form textarea')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('name')))
    return [...new Set(names)]
  }
  // rule: booking-fields, booking-dialog
  await test.step('the first step asks service type, size of the home, extras, frequency and hours, in this order', async () => {
    await expect(step(page, t('bookings:book.steps.1'))).toBeFocused()
    expect(await namesOf()).toEqual([
      'service_type',
      'home_size',
      'extras',
      'cleaning_frequency',
      'estimated_hours',
    ])
  })
  await test.step('the service types are those that are offered, in their order, and the default is standard', async () => {
    expect(await servicesOf(page)).toEqual(['standard', 'move_in_out', 'deep', 'post_construction'])
    await expect(service(page, 'standard')).toBeChecked()
  })
  // rule: series-request
  await test.step('the frequencies are one_time, weekly, biweekly and monthly, and the default is one_time', async () => {
    expect(await optionsOf(page, 'cleaning_frequency')).toEqual([
      'one_time',
      'weekly',
      'biweekly',
      'monthly',
    ])
    await expect(field(page, 'cleaning_frequency')).toHaveValue('one_time')
  })
  // rule: booking-fields
  await test.step('the hours are 1, 2, 3, 4, 6 and 8, and the default is 2', async () => {
    expect(await optionsOf(page, 'estimated_hours')).toEqual(['1', '2', '3', '4', '6', '8'])
    await expect(field(page, 'estimated_hours')).toHaveValue('2')
  })
  await test.step('there are six choices of hours', async () => {
    await expect(field(page, 'estimated_hours')).toHaveValue('2')
    await expect(field(page, 'estimated_hours').locator('option')).toHaveCount(6)
  })
  await test.step('the total is the hourly rate times the hours, with 2 decimals, and follows the hours', async () => {
    const totals = {
      1: '$42.00',
      2: '$84.00',
      3: '$126.00',
      4: '$168.00',
      6: '$252.00',
      8: '$336.00',
    }
    for (const [hours, total] of Object.entries(totals)) {
      await field(page, 'estimated_hours').selectOption(hours)
      await expect(dialogOf(page).locator('strong', { hasText: total })).toBeVisible()
    }
  })
  await test.step('the total of 3 hours is 3 times the rate', async () => {
    await field(page, 'estimated_hours').selectOption('3')
    await expect(dialogOf(page).locator('strong', { hasText: '$126.00' })).toBeVisible()
  })

  // rule: price-lines
  await test.step('the price shows its lines and that of later visits', async () => {
    const quotes = '**/api/bookings/quote'
    await page.route(quotes, async (route) => {
      const answer = await (await route.fetch()).json()
      const lines = [
        { kind: 'labour', hours: 3.5, rate: 42, amount: 147 },
        { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
        { kind: 'supplies', amount: 15 },
      ]
      const later = [...lines, { kind: 'discount', percent: 10, amount: -17.2 }]
      await route.fulfill({
        json: {
          ...answer,
          lines,
          total_amount: 187,
          later: { lines: later, total_amount: 169.8 },
        },
      })
    })
    await field(page, 'cleaning_frequency').selectOption('biweekly')
    await field(page, 'estimated_hours').selectOption('4')
    const sum = '4 h: 3.5 h cleaning × $42 + oven $25 + supplies $15'
    for (const text of [sum, '$187.00']) {
      await expect(dialogOf(page).getByText(text, { exact: true })).toBeVisible()
    }
    await expect(
      dialogOf(page).getByText('First visit $187.00. Each later visit $169.80.'),
    ).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await field(page, 'cleaning_frequency').selectOption('one_time')
    await field(page, 'estimated_hours').selectOption('3')
  })
  await test.step('a weekly, biweekly or monthly frequency promises regular visits', async () => {
    await expect(dialogOf(page).getByText(t('series:promise'))).toHaveCount(0)
    for (const frequency of ['biweekly', 'monthly', 'weekly']) {
      await field(page, 'cleaning_frequency').selectOption(frequency)
      await expect(dialogOf(page).getByText(t('series:promise'))).toBeVisible()
    }
  })
  await expectAccessible(page)

  await test.step('service type and frequency are required, and one is always chosen', async () => {
    await expect(service(page, 'standard')).toHaveAttribute('required', '')
    expect(await optionsOf(page, 'cleaning_frequency')).not.toContain('')
    await expect(field(page, 'cleaning_frequency')).toHaveAttribute('required', '')
  })
  await service(page, 'deep').check()

  const expectMissing = async (missing: Record<string, ErrorKey>) => {
    for (const [name, code] of Object.entries(missing)) {
      await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(t(`errors:${code}`)))
    }
  }
  await test.step('date and time are required, each problem is shown at its field, and it goes with the problem', async () => {
    await submitOf(dialogOf(page)).click()
    await expect(step(page, t('bookings:book.steps.2'))).toBeFocused()
    await askForAnotherTime(page)
    expect(await namesOf()).toEqual(['booking_date', 'booking_time'])
    await submitOf(dialogOf(page)).click()
    await expectMissing({ booking_date: 'date_invalid', booking_time: 'time_invalid' })
    await expect(field(page, 'booking_date')).toBeFocused()
    await field(page, 'booking_date').fill(inDays(30))
    await field(page, 'booking_time').fill('09:00')
    for (const name of ['booking_date', 'booking_time']) {
      await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
    }
    await submitOf(dialogOf(page)).click()
  })
  await test.step('address, city, state and ZIP are required in the last step', async () => {
    await expect(step(page, t('bookings:book.steps.3'))).toBeFocused()
    // The field of the code is there if the time is free on that day of the week.
    const names = (await namesOf()).filter((name) => name !== 'code')
    expect(names).toEqual(['address', 'city', 'state', 'zip_code', 'supplies', 'notes'])
    for (const name of ['city', 'state', 'zip_code']) await field(page, name).fill('')
    await confirm(page).click()
    await expectMissing({
      address: 'address_required',
      city: 'city_required',
      state: 'state_required',
      zip_code: 'zip_required',
    })
    await expect(field(page, 'address')).toBeFocused()
  })
  await test.step('Back and a reload keep everything, and the step', async () => {
    await field(page, 'notes').fill('Two cats')
    await dialogOf(page)
      .getByRole('button', { name: t('bookings:book.back') })
      .click()
    await expect(field(page, 'booking_time')).toHaveValue('09:00')
    await page.reload()
    await expect(step(page, t('bookings:book.steps.2'))).toBeFocused()
    await expect(field(page, 'booking_date')).toHaveValue(inDays(30))
    await submitOf(dialogOf(page)).click()
    await expect(field(page, 'notes')).toHaveValue('Two cats')
  })

  await field(page, 'zip_code').fill('78701')
  // rule: booking-home
  await test.step('city and state lose their problem when the ZIP fills them in', async () => {
    await expect(field(page, 'city')).toHaveValue('Austin')
    for (const name of ['city', 'state']) {
      await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
    }
  })
  await field(page, 'address').fill('100 Congress Ave')
  const sending = page.waitForRequest('**/api/bookings')
  await confirm(page).click()
  const sent = await sending
  await test.step('confirming closes the form and shows that the request was sent', async () => {
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: t('bookings:booked.title') })).toBeVisible()
  })
  await test.step('the server accepts the request', async () => {
    expect((await sent.response())?.status()).toBe(200)
  })
  const { professional_id, ...body } = sent.postDataJSON() as Record<string, unknown>
  // rule: booking-fields
  await test.step('the request carries client, professional, service, frequency, date, time, address, city, state, ZIP, notes, whole hours and total', async () => {
    expect(professional_id).toEqual(expect.any(String))
    expect(body).toEqual({
      client_id: client.id,
      service_type: 'deep',
      cleaning_frequency: 'weekly',
      series: { choices: [] },
      booking_date: inDays(30),
      booking_time: '09:00',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      notes: 'Two cats',
      estimated_hours: 3,
      total_amount: 150,
      later_amount: 135,
      instant: false,
    })
  })
  await test.step('the request is a POST with JSON', async () => {
    expect(sent.method()).toBe('POST')
    expect(sent.headers()['content-type']).toBe('application/json')
  })

  await test.step('the dialog says what happens next and when an answer is due, with links to the booking and a calendar file', async () => {
    const sentDialog = page.getByRole('dialog', { name: t('bookings:booked.title') })
    await expect(sentDialog.getByRole('listitem')).toHaveCount(3)
    await expectStoredIn(sentDialog, page)
    await expect(
      sentDialog.getByText(/You'll hear back by \w{3}, \w{3} \d+, \d+:\d\d [AP]M/),
    ).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await sentDialog.getByRole('link', { name: t('bookings:calendar') }).click()
    expect((await download).suggestedFilename()).toBe('lustra.ics')
    await sentDialog.getByRole('link', { name: t('bookings:booked.my_booking') }).click()
    await expect(page).toHaveURL(/\/visits\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Two cats')).toBeVisible()
  })
})

// rule: booking-roles
test('visitors and professionals cannot book', async ({ page }) => {
  await test.step('a visitor is invited to sign up', async () => {
    await page.goto(GRACE)
    await expect(page.getByText('Want to book this professional?').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Sign up', exact: true }).last().click()
    await expect(page).toHaveURL(/\/register\?next=/)
  })
  await test.step('the dialog shows a visitor: Please login as a client to book services', async () => {
    await page.goto(`${GRACE}?book=1`)
    await expect(
      dialogOf(page).getByText('Please login as a client to book services', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
  })
  await logIn(page, DEMO_PEOPLE.lucia.email, DEMO_PASSWORD)
  await test.step('a professional does not get the dialog with the form', async () => {
    await page.goto(`/professionals/${await idOf(page, 'grace-walker')}`)
    await page.getByRole('button', { name: 'Book Now' }).first().click()
    await expect(dialogOf(page)).toHaveCount(0)
  })
  await test.step('a professional reads Please login as a client to book services', async () => {
    await expect(
      page.getByRole('alert').getByText('Please login as a client to book services'),
    ).toBeVisible()
  })
  await test.step('the address of the dialog shows a professional the same text', async () => {
    await page.goto(`/professionals/${await idOf(page, 'grace-walker')}?book=1`)
    await expect(
      dialogOf(page).getByText('Please login as a client to book services', { exact: true }),
    ).toBeVisible()
    await expect(confirm(page)).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a visitor gets from the home page to a booking with the keyboard only', async ({
    page,
  }) => {
    await page.goto('/')
    const tabTo = async (target: Locator) => {
      for (let pressed = 0; pressed < 150; pressed++) {
        if (
          await target.evaluateAll((nodes) => nodes.some((node) => node === document.activeElement))
        )
          return
        await page.keyboard.press('Tab')
      }
      throw new Error('The element cannot be reached with Tab')
    }
    await tabTo(page.getByRole('search').getByRole('combobox', { name: t('find:zip_code') }))
    await page.keyboard.type('78701')
    await page.keyboard.press('Escape')
    await tabTo(
      page.getByRole('search').getByRole('button', { name: t('find:submit'), exact: true }),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?/)
    await tabTo(page.getByRole('link', { name: `${t('professionals:view_profile')}: Grace W` }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace')
    await tabTo(page.getByRole('link', { name: t('public_profile:sign_up_to_book'), exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/register/)
    await tabTo(page.getByLabel(t('identity:first_name'), { exact: true }))
    for (const typed of ['Robin', 'Journey', newEmail(), '512-555-0177']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
    }
    await tabTo(page.getByLabel(t('identity:password'), { exact: true }))
    await page.keyboard.type('polished floors 7')
    await page.keyboard.press('Enter')

    const submit = submitOf(dialogOf(page))
    await expect(step(page, t('bookings:book.steps.1'))).toBeFocused()
    await tabTo(submit)
    await page.keyboard.press('Enter')
    const ask = dialogOf(page).getByRole('button', { name: t('bookings:slots.ask') })
    await expect(ask).toBeVisible()
    await tabTo(ask)
    await page.keyboard.press('Enter')
    await tabTo(field(page, 'booking_date'))
    const [year, month, day] = inDays(30).split('-')
    await page.keyboard.type(`${month}${day}${year}`)
    await expect(field(page, 'booking_date')).toHaveValue(inDays(30))
    await tabTo(field(page, 'booking_time'))
    await page.keyboard.type('0900AM')
    await expect(field(page, 'booking_time')).toHaveValue('09:00')
    await page.keyboard.press('Enter')
    await tabTo(field(page, 'address'))
    await page.keyboard.type('100 Congress Ave')
    await expect(field(page, 'city')).toHaveValue('Austin')
    await tabTo(confirm(page))
    await page.keyboard.press('Enter')
    const sentDialog = page.getByRole('dialog', { name: t('bookings:booked.title') })
    await tabTo(sentDialog.getByRole('link', { name: t('bookings:booked.my_booking') }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('100 Congress Ave, Austin, TX 78701')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
