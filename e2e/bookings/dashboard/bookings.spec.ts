// rule: booking-moves
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { confirmByPassword } from '../../support/confirm.ts'
import { hold } from '../../support/server/hold.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import { openMayaApi, randomDayAhead } from '../../support/visits.ts'

let maya: Awaited<ReturnType<typeof openMayaApi>>
test.beforeEach(async ({ page, baseURL }) => {
  maya = await openMayaApi(baseURL)
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
})
test.afterEach(() => maya.dispose())

/** A request or a booking in a list, by the street in its notes. */
const bookingAt = (page: Page, address: string) =>
  page.getByRole('article').filter({ hasText: address })
const button = (page: Page, address: string, name: string) =>
  bookingAt(page, address).getByRole('button', { name, exact: true })

/** Opens the tab with the bookings that are answered. */
const openBookings = (page: Page) =>
  page.getByLabel('Parts of the dashboard').getByRole('link', { name: 'Bookings' }).click()
const STATUS = '**/api/bookings/*/status'
/** Holds all requests until every screen has pressed, so that no screen shows the result of another one first. */
const pressAtOnce = async (screens: { page: Page; press: () => Promise<void> }[]) => {
  const heldRequests = await Promise.all(screens.map(({ page }) => hold(page, STATUS)))
  for (const { page, press } of screens) {
    const sent = page.waitForRequest(STATUS)
    await press()
    await sent
  }
  for (const { release } of heldRequests) release()
}

/** The browser logs a 409 in its console. */
const REFUSED = /Failed to load resource: the server responded with a status of 409/

// rule: booking-moves, booking-conflict
test('a professional answers requests', async ({ page }) => {
  const day = randomDayAhead(100)
  const toAccept = await maya.requestVisit(day, '08:00')
  const toDecline = await maya.requestVisit(day, '12:00')
  await page.goto('/dashboard')

  await test.step('pending bookings have Accept and Decline', async () => {
    for (const { address } of [toAccept, toDecline])
      for (const name of ['Accept', 'Decline'])
        await expect(button(page, address, name)).toBeVisible()
  })
  await test.step('Accept sends the status accepted', async () => {
    const sent = page.waitForRequest((call) => call.url().endsWith(`${toAccept.id}/status`))
    await button(page, toAccept.address, 'Accept').click()
    expect((await sent).method()).toBe('PUT')
    expect((await sent).postDataJSON()).toEqual({ status: 'accepted' })
  })
  await test.step('the dashboard loads again after accepting, and only pending bookings offer Accept and Decline', async () => {
    await expect(page.getByText('You accepted the booking.')).toBeVisible()
    await expect(button(page, toAccept.address, 'Accept')).toBeHidden()
    await openBookings(page)
    const recent = page.getByRole('region', { name: 'Recent bookings' })
    await expect(bookingAt(page, toAccept.address)).toContainText('Confirmed')
    await expect(recent.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
    await page.goBack()
  })
  await test.step('Decline sends declined, and the dashboard loads again', async () => {
    const sent = page.waitForRequest((call) => call.url().endsWith(`${toDecline.id}/status`))
    await button(page, toDecline.address, 'Decline').click()
    expect((await sent).postDataJSON()).toEqual({ status: 'declined' })
    await expect(bookingAt(page, toDecline.address)).toHaveCount(0)
    await openBookings(page)
    await expect(bookingAt(page, toDecline.address)).toContainText('Declined')
  })
  expect(await maya.statusOf(toAccept)).toBe('accepted')
  expect(await maya.statusOf(toDecline)).toBe('declined')
  await test.step('a request that overlaps an accepted booking says so before it is accepted', async () => {
    const clashing = await maya.requestVisit(day, '09:00')
    await page.goto('/dashboard')
    const request = bookingAt(page, clashing.address)
    await expect(request.getByText('Clashes with Maya, 8:00 AM to 10:00 AM')).toBeVisible()
    await request.locator('summary').first().press('Enter')
    await expect(request.getByText('You already accepted a booking at that time.')).toBeVisible()
    await expect(request.getByText(/^Austin, TX 78701$/), 'no street').toBeVisible()
    await expectAccessible(page)
    await expect(request).toContainText(/8:00 AM to 10:00 AM, Austin time: Maya/)
    await maya.cancel(clashing)
  })
  await test.step('an accepted booking is cancelled with a reason', async () => {
    await openBookings(page)
    const cancel = button(page, toAccept.address, 'Cancel booking')
    await expect(cancel, 'a list does not repeat it').toBeHidden()
    await bookingAt(page, toAccept.address).getByText('Details').click()
    await cancel.click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog.getByText('Please choose a reason.')).toBeVisible()
    await dialog.getByLabel('Another reason').check()
    await dialog.getByRole('textbox').fill('My car broke down')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog).toBeHidden()
    await expect(bookingAt(page, toAccept.address)).toContainText('My car broke down')
  })
})

test('an answered request cannot be answered again while it is still on the screen', async ({
  page,
}) => {
  const visit = await maya.requestVisit(randomDayAhead(110), '08:00')
  await page.goto('/dashboard')
  await expect(button(page, visit.address, 'Decline')).toBeEnabled()
  // The observer must run before the click: a slow page could remove the card before it is found.
  const watched = await bookingAt(page, visit.address).evaluateHandle((request) => ({
    offeredAgain: new Promise<number>((resolve) => {
      let readCount = 0
      let answered = false
      const watch = new MutationObserver(() => {
        if (!request.isConnected) return resolve(readCount)
        const answering = request.querySelector('button[aria-busy]') !== null
        answered ||= answering
        // Changes before the button is pressed do not count.
        if (answering || !answered) return undefined
        readCount += request.querySelectorAll('button:enabled').length
        return undefined
      })
      const everything = { attributes: true, childList: true, subtree: true }
      request.querySelectorAll('button').forEach((button) => watch.observe(button, everything))
      watch.observe(document.body, { childList: true, subtree: true })
    }),
  }))
  await button(page, visit.address, 'Decline').click()
  expect(await watched.evaluate(({ offeredAgain }) => offeredAgain)).toBe(0)
})

test.describe('completing', () => {
  test.use({ expected: [REFUSED] })

  test('a professional completes a visit after its start and not before', async ({ page }) => {
    const visit = await maya.requestVisit(randomDayAhead(100), '08:00')
    await page.goto('/dashboard')
    await button(page, visit.address, 'Accept').click()
    await expect(button(page, visit.address, 'Accept')).toHaveCount(0)
    await openBookings(page)
    await expect(bookingAt(page, visit.address)).toContainText('Confirmed')
    await expect(button(page, visit.address, 'Mark as completed')).toHaveCount(0)

    // The start is weeks away, so changed responses pretend that the visit has started.
    let status = 'accepted'
    type Dashboard = { recent_bookings: { id: string }[] }
    await answerWith(page, '**/api/professional/dashboard/*', (answer: Dashboard) => {
      const recent_bookings = answer.recent_bookings.map((booking) =>
        booking.id === visit.id
          ? { ...booking, status, may: status === 'accepted' ? ['completed', 'cancelled'] : [] }
          : booking,
      )
      return { ...answer, recent_bookings }
    })
    await page.reload()
    await test.step('if the server knows that the visit has not started, the screen shows the refusal', async () => {
      await button(page, visit.address, 'Mark as completed').click()
      await expect(page.getByRole('alert')).toContainText(
        'A booking can only be completed after it starts.',
      )
      expect(await maya.statusOf(visit)).toBe('accepted')
    })
    await test.step('after the start one click completes it, and the list shows it', async () => {
      await page.route(`**/api/bookings/${visit.id}/status`, async (route) => {
        expect(route.request().postDataJSON()).toEqual({ status: 'completed' })
        status = 'completed'
        await route.fulfill({ json: { id: visit.id, status } })
      })
      await button(page, visit.address, 'Mark as completed').click()
      await expect(page.getByText('The booking is completed.')).toBeVisible()
      await expect(bookingAt(page, visit.address)).toContainText('Finished')
      await expect(button(page, visit.address, 'Mark as completed')).toHaveCount(0)
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await maya.cancel(visit)
  })
})

test.describe('refused answers', () => {
  test.use({ expected: [REFUSED] })

  test('accepting a booking that the client just cancelled is refused, and the list shows it as cancelled', async ({
    page,
  }) => {
    const visit = await maya.requestVisit(randomDayAhead(170), '08:00')
    await page.goto('/dashboard')
    await expect(button(page, visit.address, 'Accept')).toBeVisible()
    // The screen would load again at once, so the test delays that request.
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/professional/dashboard/*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await maya.cancel(visit)
    const answered = page.waitForResponse((call) => call.url().endsWith(`${visit.id}/status`))
    await button(page, visit.address, 'Accept').click()
    await answered
    gate.resolve()
    await expect(page.getByRole('alert')).toContainText(
      "Failed to accept booking This booking changed in the meantime, so that's no longer possible.",
    )
    await openBookings(page)
    await expect(bookingAt(page, visit.address)).toContainText('Canceled')
    await expect(button(page, visit.address, 'Accept')).toBeHidden()
  })

  // rule: booking-conflict
  test('when two requests for one hour are accepted at the same time, one is accepted and the other is refused', async ({
    page,
    browser,
    baseURL,
    watch,
  }) => {
    const day = randomDayAhead(240)
    const visits = [await maya.requestVisit(day, '08:00'), await maya.requestVisit(day, '09:00')]
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    await watch(other)
    const second = await other.newPage()
    await logIn(second, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    const screens = [page, second]
    await Promise.all(screens.map((screen) => screen.goto('/dashboard')))
    await pressAtOnce(
      screens.map((screen, index) => ({
        page: screen,
        press: () => button(screen, visits[index]!.address, 'Accept').click(),
      })),
    )
    const refusals = screens.map((screen) =>
      screen.getByText('You already accepted another booking at that time.'),
    )
    const accepted = screens.map((screen) => screen.getByText('You accepted the booking.'))
    for (const [index] of screens.entries()) {
      await expect(refusals[index]!.or(accepted[index]!)).toBeVisible()
    }
    const shown = await Promise.all([...refusals, ...accepted].map((text) => text.count()))
    expect(shown.slice(0, 2).toSorted((one, two) => one - two)).toEqual([0, 1])
    expect(shown.slice(2).toSorted((one, two) => one - two)).toEqual([0, 1])

    const refused = shown[0] === 1 ? visits[0]! : visits[1]!
    const acceptedVisit = shown[0] === 1 ? visits[1]! : visits[0]!
    await page.goto('/dashboard')
    await expect(bookingAt(page, refused.address)).toContainText(
      'You already accepted a booking at that time.',
    )
    await openBookings(page)
    await expect(bookingAt(page, acceptedVisit.address)).toContainText('Confirmed')
    for (const visit of visits) await maya.cancel(visit)
    await other.close()
  })
})

test('accepting on two devices at the same time is accepted once, and both lists show it', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const visit = await maya.requestVisit(randomDayAhead(290), '08:00')
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch(other)
  const second = await other.newPage()
  await logIn(second, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await Promise.all([page, second].map((screen) => screen.goto('/dashboard')))
  await pressAtOnce(
    [page, second].map((screen) => ({
      page: screen,
      press: () => button(screen, visit.address, 'Accept').click(),
    })),
  )
  for (const screen of [page, second]) {
    await expect(button(screen, visit.address, 'Accept')).toHaveCount(0)
    await openBookings(screen)
    await expect(bookingAt(screen, visit.address)).toContainText('Confirmed')
    await expect(button(screen, visit.address, 'Accept')).toHaveCount(0)
    await expect(screen.getByRole('alert')).toHaveCount(0)
  }
  expect(await maya.statusOf(visit)).toBe('accepted')
  await maya.cancel(visit)
  await other.close()
})

test.describe('failed calls', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('an answer that cannot be sent shows an error, and the request stays', async ({ page }) => {
    const visit = await maya.requestVisit(randomDayAhead(100), '15:00')
    await page.route('**/api/bookings/*/status', (route) => route.abort())
    await page.goto('/dashboard')
    await test.step('a failed acceptance says Failed to accept booking', async () => {
      await button(page, visit.address, 'Accept').click()
      await expect(page.getByRole('alert').getByText('Failed to accept booking')).toBeVisible()
    })
    await test.step('a failed decline says Failed to decline booking', async () => {
      await button(page, visit.address, 'Decline').click()
      await expect(page.getByRole('alert').getByText('Failed to decline booking')).toBeVisible()
    })
    await expect(button(page, visit.address, 'Accept')).toBeEnabled()
    await maya.cancel(visit)
  })

  // rule: booking-lists
  test('a list that cannot be loaded says so, and loads with Try Again', async ({ page }) => {
    await page.route('**/api/bookings/professional/*', (route) => route.abort())
    await page.goto('/dashboard?open=bookings')
    const dialog = page.getByRole('dialog', { name: 'All bookings' })
    await test.step('it says Failed to load bookings. Please try again.', async () => {
      await expect(dialog.getByRole('alert').getByRole('heading')).toHaveText(
        'Failed to load bookings. Please try again.',
      )
    })
    await page.unroute('**/api/bookings/professional/*')
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByRole('article').first()).toBeVisible()
  })
})

// rule: booking-lists
test('a professional searches and filters all bookings, as a list and as a calendar', async ({
  page,
}) => {
  const day = randomDayAhead(300)
  const visit = await maya.requestVisit(day, '10:00')
  await page.goto('/dashboard?tab=bookings')
  await page.getByRole('link', { name: 'All bookings' }).click()
  const dialog = page.getByRole('dialog', { name: 'All bookings' })

  await test.step('a dialog shows all bookings', async () => {
    await expect(dialog.getByRole('article').filter({ hasText: visit.address })).toBeVisible()
  })
  await test.step('the search matches any word of a booking, and the address contains the search', async () => {
    await dialog.getByLabel('Search').fill(visit.address.split(' ')[0] ?? '')
    await expect(dialog.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(dialog.getByRole('article')).toHaveCount(1)
    await dialog.getByLabel('Status').selectOption({ label: 'Finished' })
    await expect(dialog.getByText('No bookings match.')).toBeVisible()
    await dialog.getByLabel('Status').selectOption({ label: 'Requested' })
    await expect(dialog.getByRole('article')).toHaveCount(1)
  })
  await test.step('the calendar opens on the day of the next visit, with its full name', async () => {
    await dialog.getByRole('button', { name: 'Calendar' }).click()
    const name = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
      dateStyle: 'full',
      timeZone: 'UTC',
    })
    await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: `${name}: 1 visit` })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(dialog.getByRole('article')).toContainText('Maya Thompson')
    await expectAccessible(page)
  })
  await test.step('the arrow keys move from day to day', async () => {
    await dialog.getByRole('button', { pressed: true, name: /: 1 visit/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('No visits on this day.')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(dialog.getByRole('article')).toBeVisible()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    await expect(
      dialog.getByText('No visits on this day.').or(dialog.getByRole('article')),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\?tab=bookings$/)
  })
  await maya.cancel(visit)
})

// rule: visit-calendar, confirmation
test.describe('a call that first asks for a confirmation', () => {
  test.use({ expected: [/status of 403/] })
  test('a professional makes a calendar address, and turns it off again', async ({
    page,
    playwright,
  }) => {
    const calendarProgram = await playwright.request.newContext()
    await page.goto('/dashboard?open=calendar-feed')
    const dialog = page.getByRole('dialog', { name: 'Your visits in your calendar' })
    await dialog.getByRole('button', { name: /^Create an/ }).click()
    await confirmByPassword(page, DEMO_PASSWORD)
    await expectAccessible(page)
    const address = await dialog.getByLabel('Private address').inputValue()
    expect(await (await calendarProgram.get(address)).text()).toContain('BEGIN:VCALENDAR')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog.getByText('No address is in use.')).toBeVisible()
    expect((await calendarProgram.get(address)).status()).toBe(404)
    await calendarProgram.dispose()
  })
})
