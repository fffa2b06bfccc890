import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { answerWith } from '../support/answer-with.ts'
import { hold } from '../support/hold.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { mayasHands, someDayAhead } from '../support/visits.ts'

let maya: Awaited<ReturnType<typeof mayasHands>>
test.beforeEach(async ({ page, baseURL }) => {
  maya = await mayasHands(baseURL)
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
})
test.afterEach(() => maya.dispose())

/** A request that waits, or a booking in a list, by the address of its home. */
const bookingAt = (page: Page, address: string) =>
  page.getByRole('article').filter({ hasText: address })
const button = (page: Page, address: string, name: string) =>
  bookingAt(page, address).getByRole('button', { name, exact: true })

const STATUS = '**/api/bookings/*/status'
/** No screen's request goes out before the last has pressed, so none can show the others' news first. */
const pressTogether = async (screens: { page: Page; press: () => Promise<void> }[]) => {
  const held = await Promise.all(screens.map(({ page }) => hold(page, STATUS)))
  for (const { page, press } of screens) {
    const sent = page.waitForRequest(STATUS)
    await press()
    await sent
  }
  for (const { release } of held) release()
}

/** 409 is in the browser's console too. */
const REFUSED = /Failed to load resource: the server responded with a status of 409/

test('a professional answers requests', async ({ page }) => {
  const day = someDayAhead(100)
  const wanted = await maya.ask(day, '08:00')
  const unwanted = await maya.ask(day, '12:00')
  await page.goto('/dashboard')

  await test.step('P 2.3: pending bookings carry Accept and Decline', async () => {
    for (const { address } of [wanted, unwanted]) {
      await expect(button(page, address, 'Accept')).toBeVisible()
      await expect(button(page, address, 'Decline')).toBeVisible()
    }
  })
  await test.step('P 7: Accept sends the status accepted', async () => {
    const sent = page.waitForRequest((call) => call.url().endsWith(`${wanted.id}/status`))
    await button(page, wanted.address, 'Accept').click()
    const call = await sent
    expect(call.method()).toBe('PUT')
    expect(call.postDataJSON()).toEqual({ status: 'accepted' })
  })
  await test.step('P 4: the dashboard reloads after accepting, and only pending bookings offer Accept and Decline', async () => {
    await expect(page.getByText('You accepted the booking.')).toBeVisible()
    await expect(button(page, wanted.address, 'Accept')).toBeHidden()
    const recent = page.getByRole('region', { name: 'Recent bookings' })
    await expect(recent.getByRole('article').filter({ hasText: wanted.address })).toContainText(
      'Accepted',
    )
    await expect(recent.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  })
  await test.step('P 4: Decline sends declined, and the dashboard reloads', async () => {
    const sent = page.waitForRequest((call) => call.url().endsWith(`${unwanted.id}/status`))
    await button(page, unwanted.address, 'Decline').click()
    expect((await sent).postDataJSON()).toEqual({ status: 'declined' })
    await expect(bookingAt(page, unwanted.address)).toContainText('Declined')
  })
  await test.step('P 6: a professional accepts or declines bookings, and the client sees it', async () => {
    expect(await maya.statusOf(wanted)).toBe('accepted')
    expect(await maya.statusOf(unwanted)).toBe('declined')
  })
  await test.step('what overlaps an accepted booking says so before it is accepted', async () => {
    const clashing = await maya.ask(day, '09:00')
    await page.reload()
    const request = bookingAt(page, clashing.address)
    await expect(request).toContainText('You already accepted a booking at that time.')
    await expect(request).toContainText(/8:00 AM to 10:00 AM, Austin time: Maya/)
    await maya.cancel(clashing)
  })
  await test.step('an accepted booking is cancelled with a reason', async () => {
    await page.reload()
    await button(page, wanted.address, 'Cancel booking').click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog.getByText('Please give a reason.')).toBeVisible()
    await dialog.getByRole('textbox').fill('My car broke down')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog).toBeHidden()
    await expect(bookingAt(page, wanted.address)).toContainText('My car broke down')
  })
})

test('a request that was answered cannot be answered again before it has left the screen', async ({
  page,
}) => {
  const visit = await maya.ask(someDayAhead(110), '08:00')
  await page.goto('/dashboard')
  await expect(button(page, visit.address, 'Decline')).toBeEnabled()
  const offeredAgain = bookingAt(page, visit.address).evaluate(
    (request) =>
      new Promise<number>((resolve) => {
        let offered = 0
        let answered = false
        const watch = new MutationObserver(() => {
          if (!request.isConnected) return resolve(offered)
          const answering = request.querySelector('button[aria-busy]') !== null
          answered ||= answering
          // What the screen changes before she presses is not meant.
          if (answering || !answered) return undefined
          offered += request.querySelectorAll('button:enabled').length
          return undefined
        })
        const everything = { attributes: true, childList: true, subtree: true }
        request.querySelectorAll('button').forEach((button) => watch.observe(button, everything))
        watch.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await button(page, visit.address, 'Decline').click()
  expect(await offeredAgain).toBe(0)
})

test.describe('a visit that is over', () => {
  test.use({ expected: [REFUSED] })

  test('a professional marks a visit as completed, after its start and not before', async ({
    page,
  }) => {
    const visit = await maya.ask(someDayAhead(100), '08:00')
    await page.goto('/dashboard')
    await button(page, visit.address, 'Accept').click()
    await expect(bookingAt(page, visit.address)).toContainText('Accepted')
    await expect(button(page, visit.address, 'Mark as completed')).toHaveCount(0)

    // Nobody here can wait for the start; the answers say that it has come.
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
    await test.step('a screen that is ahead of the server is told so', async () => {
      await button(page, visit.address, 'Mark as completed').click()
      await expect(page.getByRole('alert')).toContainText(
        'A booking can be completed only after it has started.',
      )
      expect(await maya.statusOf(visit)).toBe('accepted')
    })
    await test.step('after the start one tap completes it, and the list shows it', async () => {
      await page.route(`**/api/bookings/${visit.id}/status`, async (route) => {
        expect(route.request().postDataJSON()).toEqual({ status: 'completed' })
        status = 'completed'
        await route.fulfill({ json: { id: visit.id, status } })
      })
      await button(page, visit.address, 'Mark as completed').click()
      await expect(page.getByText('The booking is completed.')).toBeVisible()
      await expect(bookingAt(page, visit.address)).toContainText('Completed')
      await expect(button(page, visit.address, 'Mark as completed')).toHaveCount(0)
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await maya.cancel(visit)
  })
})

test.describe('what cannot be done any more', () => {
  test.use({ expected: [REFUSED] })

  test('accepting what the client has just cancelled says so, and the list shows the truth', async ({
    page,
  }) => {
    const visit = await maya.ask(someDayAhead(170), '08:00')
    await page.goto('/dashboard')
    await expect(button(page, visit.address, 'Accept')).toBeVisible()
    // The screen is told at once; she is quicker.
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
      'This booking has changed in the meantime and can no longer be moved that way.',
    )
    await expect(bookingAt(page, visit.address)).toContainText('Cancelled')
    await expect(button(page, visit.address, 'Accept')).toBeHidden()
  })

  test('of two requests for one hour accepted at the same moment, one is accepted and the other told', async ({
    page,
    browser,
    baseURL,
    watch,
  }) => {
    const day = someDayAhead(240)
    const visits = [await maya.ask(day, '08:00'), await maya.ask(day, '09:00')]
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    await watch(other)
    const second = await other.newPage()
    await logIn(second, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    const hers = [page, second]
    await Promise.all(hers.map((screen) => screen.goto('/dashboard')))
    await pressTogether(
      hers.map((screen, index) => ({
        page: screen,
        press: () => button(screen, visits[index]!.address, 'Accept').click(),
      })),
    )
    const told = hers.map((screen) =>
      screen.getByText('You already accepted another booking at that time.'),
    )
    const accepted = hers.map((screen) => screen.getByText('You accepted the booking.'))
    for (const [index] of hers.entries()) {
      await expect(told[index]!.or(accepted[index]!)).toBeVisible()
    }
    const shown = await Promise.all([...told, ...accepted].map((text) => text.count()))
    expect(shown.slice(0, 2).toSorted((one, two) => one - two)).toEqual([0, 1])
    expect(shown.slice(2).toSorted((one, two) => one - two)).toEqual([0, 1])

    await page.reload()
    const refused = shown[0] === 1 ? visits[0]! : visits[1]!
    const kept = shown[0] === 1 ? visits[1]! : visits[0]!
    await expect(bookingAt(page, kept.address)).toContainText('Accepted')
    await expect(bookingAt(page, refused.address)).toContainText(
      'You already accepted a booking at that time.',
    )
    for (const visit of visits) await maya.cancel(visit)
    await other.close()
  })
})

test('accepting on two devices is accepted once, and both lists show it', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const visit = await maya.ask(someDayAhead(290), '08:00')
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch(other)
  const second = await other.newPage()
  await logIn(second, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await Promise.all([page, second].map((screen) => screen.goto('/dashboard')))
  await pressTogether(
    [page, second].map((screen) => ({
      page: screen,
      press: () => button(screen, visit.address, 'Accept').click(),
    })),
  )
  for (const screen of [page, second]) {
    await expect(bookingAt(screen, visit.address)).toContainText('Accepted')
    await expect(button(screen, visit.address, 'Accept')).toHaveCount(0)
    await expect(screen.getByRole('alert')).toHaveCount(0)
  }
  expect(await maya.statusOf(visit)).toBe('accepted')
  await maya.cancel(visit)
  await other.close()
})

test.describe('without an answer', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('answers that do not arrive are told, and the request stays', async ({ page }) => {
    const visit = await maya.ask(someDayAhead(100), '15:00')
    await page.route('**/api/bookings/*/status', (route) => route.abort())
    await page.goto('/dashboard')
    await test.step('P 8: an acceptance that fails says Failed to accept booking', async () => {
      await button(page, visit.address, 'Accept').click()
      await expect(page.getByRole('alert').getByText('Failed to accept booking')).toBeVisible()
    })
    await test.step('P 8: a decline that fails says Failed to decline booking', async () => {
      await button(page, visit.address, 'Decline').click()
      await expect(page.getByRole('alert').getByText('Failed to decline booking')).toBeVisible()
    })
    await expect(button(page, visit.address, 'Accept')).toBeEnabled()
    await maya.cancel(visit)
  })

  test('a list of bookings that cannot be had says so, and is asked for again', async ({
    page,
  }) => {
    await page.route('**/api/bookings/professional/*', (route) => route.abort())
    await page.goto('/dashboard?open=bookings')
    const dialog = page.getByRole('dialog', { name: 'All bookings' })
    await test.step('P 8: bookings that fail to load say Failed to load bookings. Please try again.', async () => {
      await expect(dialog.getByRole('alert').getByRole('heading')).toHaveText(
        'Failed to load bookings. Please try again.',
      )
    })
    await page.unroute('**/api/bookings/professional/*')
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByRole('article').first()).toBeVisible()
  })
})

test('a professional looks through all of her bookings', async ({ page }) => {
  const day = someDayAhead(300)
  const visit = await maya.ask(day, '10:00')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'All bookings' }).click()
  const dialog = page.getByRole('dialog', { name: 'All bookings' })

  await test.step('P 2.3: a modal shows all bookings', async () => {
    await expect(dialog.getByRole('article').filter({ hasText: visit.address })).toBeVisible()
  })
  await test.step('they are searched by any word of theirs, and the address keeps it', async () => {
    await dialog.getByLabel('Search').fill(visit.address.split(' ')[0] ?? '')
    await expect(dialog.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(dialog.getByRole('article')).toHaveCount(1)
    await dialog.getByLabel('State').selectOption({ label: 'Completed' })
    await expect(dialog.getByText('No booking matches.')).toBeVisible()
    await dialog.getByLabel('State').selectOption({ label: 'Waiting for an answer' })
    await expect(dialog.getByRole('article')).toHaveCount(1)
  })
  await test.step('the calendar opens on the day of the next visit, by its full name', async () => {
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
  await test.step('keys go from day to day', async () => {
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
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await maya.cancel(visit)
})

test('a professional lets her own calendar read her visits, and stops it again', async ({
  page,
  playwright,
}) => {
  const read = await playwright.request.newContext()
  await page.goto('/dashboard?open=calendar-feed')
  const dialog = page.getByRole('dialog', { name: 'Your visits in your calendar' })
  await dialog.getByRole('button', { name: /^Make a/ }).click()
  await expectAccessible(page)
  const address = await dialog.getByLabel('Private address').inputValue()
  expect(await (await read.get(address)).text()).toContain('BEGIN:VCALENDAR')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('No address is in use.')).toBeVisible()
  expect((await read.get(address)).status()).toBe(404)
  await read.dispose()
})
