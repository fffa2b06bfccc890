import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import { asNewOnDashboard } from '../../support/new-on-dashboard.ts'
import { openMayaApi } from '../../support/visits.ts'

const CALL = '**/api/professional/dashboard/*'
const COMPLETE = 'Your profile is complete'
const VERIFIED = 'Congratulations, you are verified!'

type Person = { email: string }
type Json = Record<string, unknown>

async function open(page: Page, { email }: Person, path = '/dashboard') {
  await logIn(page, email, DEMO_PASSWORD)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

/** Collects the names of the repeated calls that are requested from now on. */
function watchCalls(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const name = /leads-status|unread-count/.exec(request.url())?.[0]
    if (name && !requested.includes(name)) requested.push(name)
  })
  return requested
}

const dashboardWith = (page: Page, change: (answer: { profile: Json } & Json) => Json) =>
  answerWith(page, CALL, change)

// rule: view-guards, accessibility
test('an active professional sees numbers, profile, tips and reviews', async ({ page }) => {
  await open(page, DEMO_PEOPLE.grace, '/dashboard?tab=bookings')
  const openTab = (name: string) =>
    page
      .getByRole('navigation', { name: 'Parts of the dashboard' })
      .getByRole('link', { name, exact: true })
      .click()
  const numbers = page.getByRole('region', { name: 'Your numbers' })
  const number = (name: string) =>
    numbers.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd')

  // rule: dashboard
  await test.step('the counts are total bookings, pending bookings, rating and total reviews', async () => {
    await expect(number('Total bookings')).toHaveText(/^\d+$/)
    await expect(number('Pending bookings')).toHaveText(/^\d+$/)
    await expect(number('Rating')).toHaveText(/^\d\.\d$/)
    await expect(number('Total reviews')).toHaveText(/^\d+$/)
  })
  // rule: earnings
  await test.step('estimated earnings are total bookings times hourly rate times 3, marked as an estimate, and never below what is booked', async () => {
    // Other journeys book this professional meanwhile, and live events refresh the numbers.
    const isEstimate = () =>
      numbers.evaluate((region) => {
        const after = (name: string) =>
          [...region.querySelectorAll('dt')]
            .find(({ textContent }) => textContent === name)
            ?.parentElement?.querySelector('dd')?.textContent
        const total = Number(after('Total bookings'))
        const dollars = (amount: number) =>
          amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
        const booked = Number(
          /[\d,.]+/
            .exec(after('Booked') ?? '')?.[0]
            ?.replace(',', '')
            .replace(/\.$/, ''),
        )
        const guess = total * 42 * 3
        const rule = 'total bookings × your hourly rate × 3 hours'
        return (
          after('Estimated earnings') ===
          (booked > guess
            ? `${dollars(booked)} · Already booked: more than ${rule} (${dollars(guess)}).`
            : `${dollars(guess)} · An estimate: ${rule}.`)
        )
      })
    await expect.poll(isEstimate).toBe(true)
    await expect(number('Booked')).toContainText('$')
    await expect(number('Completed')).toContainText('$')
  })
  await openTab('Profile')
  await test.step('the profile summary shows name, rate and experience', async () => {
    const summary = page.getByRole('region', { name: 'Profile summary' })
    await expect(summary).toContainText('Grace Walker Cleaning')
    await expect(summary).toContainText('$42.00')
    await expect(summary).toContainText('10+')
  })
  const preview = page.getByRole('region', { name: 'Your public profile' })
  // rule: dashboard
  await test.step('the preview shows up to 4 gallery thumbnails and +N for the others', async () => {
    await expect(preview.getByRole('img')).toHaveCount(4)
    await expect(preview.getByText('+1', { exact: true })).toBeVisible()
  })
  await test.step('the thumbnails are photos of the work', async () => {
    await expect(preview.getByRole('img', { name: /^Photo \d of your work$/ })).toHaveCount(4)
  })
  await test.step('the preview cuts the bio at 200 characters', async () => {
    await expect(preview).toContainText(`${DEMO_PEOPLE.grace.bio.slice(0, 200).trimEnd()}…`)
    await expect(preview).not.toContainText(DEMO_PEOPLE.grace.bio)
  })
  // rule: dashboard
  await test.step('profile tips ask for a gallery of 3 or more photos and a bio of 100 or more characters', async () => {
    const tips = page.getByRole('region', { name: 'Profile tips' })
    await expect(tips.getByRole('listitem')).toHaveText([
      'Show 3 or more photos of your workDone · 5 photos now',
      `Write 100 or more characters about yourselfDone · ${DEMO_PEOPLE.grace.bio.length} characters now`,
    ])
  })
  // rule: dashboard
  await openTab('Reviews')
  await test.step('the reviews list scrolls at 96 units and shows ratings out of 5', async () => {
    const list = page.getByRole('list', { name: 'Client Reviews' })
    const { height, scrolls } = await list.evaluate((node) => ({
      height: node.getBoundingClientRect().height,
      scrolls: node.scrollHeight > node.clientHeight,
    }))
    expect(height).toBe(96 * 4)
    expect(scrolls).toBe(true)
    // Its lower 2rem fade out, so no line looks cut in two; the end of the list stands above that.
    await expect(list).toHaveCSS(
      'mask-image',
      /linear-gradient.* 100% - 32px.*transparent|rgba\(0, 0, 0, 0\)/,
    )
    const endAboveEdge = await list.evaluate((node) => {
      node.scrollTop = node.scrollHeight
      const { bottom } = node.lastElementChild!.lastElementChild!.getBoundingClientRect()
      return node.getBoundingClientRect().bottom - bottom
    })
    expect(endAboveEdge).toBeGreaterThanOrEqual(32)
    await expect(list.getByText(/^[1-5] out of 5$/).first()).toBeVisible()
  })
  await test.step('the header has Edit Profile, Share Profile and Logout', async () => {
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  })
  await test.step('below 768 px the header is a menu', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeHidden()
    await menu.click()
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

// rule: dashboard-banners
test('a professional who has worked for long is not congratulated again on another device', async ({
  page,
}) => {
  await open(page, DEMO_PEOPLE.grace)
  await expect(page.getByRole('heading', { name: /^\d+ requests? to answer$/ })).toBeVisible()
  await expect(page.getByRole('status', { name: COMPLETE })).toHaveCount(0)
  await expect(page.getByRole('status', { name: VERIFIED })).toHaveCount(0)
})

// rule: dashboard-banners, dashboard
test('banners that are shown once hide by themselves and are remembered for each user', async ({
  page,
}) => {
  await page.clock.install()
  // Live events, also those of other journeys, would refresh the dashboard and its counts too.
  await page.routeWebSocket(/.*/, () => {})
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await answerWith(page, CALL, asNewOnDashboard)
  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route(CALL, async (route) => {
    calls++
    await gate.promise
    await route.fallback()
  })
  await page.goto('/dashboard')
  await expect.poll(() => calls).toBe(1)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  gate.resolve()
  const complete = page.getByRole('status', { name: COMPLETE })
  const verified = page.getByRole('status', { name: VERIFIED })
  // From here the clock of the page moves only in small steps.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return complete.isVisible()
    })
    .toBe(true)

  await test.step('a complete profile and a verified professional have their banners', async () => {
    await expect(complete).toContainText('Clients see everything they need to decide.')
    await expect(verified).toBeVisible()
  })
  await test.step('the profile-complete banner is hidden after 5 s', async () => {
    await page.clock.runFor(4800)
    await expect(complete).toBeVisible()
    await page.clock.runFor(300)
    await expect(complete).toBeHidden()
  })
  await test.step('the verified banner is hidden after 7 s', async () => {
    await page.clock.runFor(1600)
    await expect(verified).toBeVisible()
    await page.clock.runFor(400)
    await expect(verified).toBeHidden()
  })
  await test.step('the dashboard, the unread count and the lead status are read again every 30 s', async () => {
    const before = calls
    const requested = watchCalls(page)
    await page.clock.runFor(22_000)
    expect(calls).toBe(before)
    expect(requested).toEqual([])
    // The last read was some seconds ago, or when the live connection opened. The next read happens within 30 s.
    let run = 22_000
    await expect
      .poll(async () => {
        if (run < 30_500) await page.clock.runFor(500)
        run += 500
        return [calls - before, ...requested.toSorted()]
      })
      .toEqual([1, 'leads-status', 'unread-count'])
  })
  await page.clock.resume()
  await test.step('flags in local storage remember for each user that the banners were shown', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
    await expect(complete).toBeHidden()
    await expect(verified).toBeHidden()
    const flags = await page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.includes('-seen.')),
    )
    expect(flags.map((name) => name.replace(/\.[^.]+$/, '')).toSorted()).toEqual([
      'lustra.profile-seen',
      'lustra.verification-seen',
    ])
  })
  await test.step('another user of the same browser sees the banners', async () => {
    await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
    await page.goto('/dashboard')
    await expect(complete).toBeVisible()
    await expect(verified).toBeVisible()
  })
})

// rule: dashboard, navigation
test('an unread message is counted in the page header', async ({ page, baseURL }) => {
  const maya = await openMayaApi(baseURL)
  await maya.sendMessage('Is Thursday possible?')
  await maya.dispose()
  await open(page, DEMO_PEOPLE.grace)
  await test.step('the page header has Messages with its unread badge', async () => {
    const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
    await expect(messages).toHaveAccessibleName(/[1-9]\d* unread/)
    await messages.click()
    await expect(page).toHaveURL(/\/messages/)
  })
})

// rule: dashboard-banners
test('an inactive professional reads why clients do not find them, and cannot share', async ({
  page,
}) => {
  await open(page, DEMO_PEOPLE.marcus)
  await test.step('an inactive account has its banner', async () => {
    await expect(page.getByRole('region', { name: 'Your account is inactive' })).toContainText(
      "You don't appear in search results",
    )
  })
  await test.step('Share Profile is missing while the account is not active', async () => {
    await expect(page.getByRole('link', { name: 'Share Profile' })).toHaveCount(0)
    await page.goto('/dashboard?tab=profile')
    await expect(page.getByRole('link', { name: 'View public profile' })).toHaveCount(0)
  })
  await test.step('a profile tip says what is still missing', async () => {
    await expect(page.getByRole('region', { name: 'Profile tips' })).toContainText(
      /Show 3 or more photos of your work\s*Still open · \d photos? now/,
    )
  })
  await expectAccessible(page)
})

// rule: booking-moves
test('a request whose lead is locked says why it can only be declined', async ({ page }) => {
  await open(page, DEMO_PEOPLE.lucia)
  const locked = page.getByRole('article').filter({ hasText: "You're out of lead credits." })
  await expect(locked.first().getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
  await expect(locked.first().getByRole('button', { name: 'Decline', exact: true })).toBeEnabled()
  await expect(
    locked.first().getByText("No lead credits left, so you can't accept yet"),
  ).toBeVisible()
  await expect(locked.first().getByRole('link')).toHaveCount(0)
})

// rule: dashboard, view-guards
test('a client who opens the dashboard is sent to their own first screen', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await test.step('a client does not see the dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/marketplace$/)
    await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toHaveCount(0)
  })
})

// rule: dashboard-banners
test('the dashboard says that a background check is pending', async ({ page }) => {
  await dashboardWith(page, (answer) => ({ ...answer, verification_status: 'pending' }))
  await open(page, DEMO_PEOPLE.lucia)
  await test.step('pending verification has its banner', async () => {
    await expect(
      page.getByRole('region', { name: 'Your verification is in progress' }),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: VERIFIED })).toHaveCount(0)
  })
})

// rule: dashboard
test('the full profile opens in a dialog above the dashboard', async ({ page }) => {
  const photos = Array.from({ length: 8 }, (_, index) => `/api/uploads/none-${index}.webp`)
  await answerWith(page, '**/api/professional/public-view/*', (answer: Json) => ({
    ...answer,
    professional: { ...(answer.professional as object), gallery_images: photos },
  }))
  await page.route('**/api/uploads/none-*', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  )
  await open(page, DEMO_PEOPLE.grace, '/dashboard?tab=profile')
  await page.getByRole('link', { name: 'See full profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your public profile' })
  await test.step('the dialog shows the full profile with up to 6 photos', async () => {
    await expect(dialog).toContainText(DEMO_PEOPLE.grace.bio)
    await expect(dialog.getByRole('img', { name: /^Photo \d of your work$/ })).toHaveCount(6)
    await expect(dialog.getByText('+2', { exact: true })).toBeVisible()
    for (const heading of ['Prices', 'Client Reviews']) {
      await expect(dialog.getByRole('heading', { name: heading })).toBeVisible()
    }
    await expect(dialog.getByRole('list', { name: 'Ratings breakdown' })).toBeVisible()
    await expect(dialog.getByText(/^Speaks English · .*Brings supplies/)).toBeVisible()
    await expectAccessible(page)
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// rule: photo-required
test('a professional whose photo is missing reads that search does not show them, and reaches the upload', async ({
  page,
}) => {
  await answerWith(page, CALL, (answer: Json) => ({ ...answer, photo_missing: true }))
  await open(page, DEMO_PEOPLE.grace)
  const name = "You're hidden from search until you add a photo"
  const banner = page.getByRole('region', { name, exact: true })
  await expect(banner).toContainText("you'll show up in search again")
  await expectAccessible(page)
  await banner.getByRole('link', { name: 'Upload a photo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
})
