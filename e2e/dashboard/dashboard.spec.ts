import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Language } from '#contract/product.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { answerWith } from '../support/answer-with.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { mayasHands } from '../support/visits.ts'
import { wordsIn } from '../support/words.ts'

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

/** Which of the calls that are asked again and again have been asked from here on. */
function watchCalls(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /leads-status|unread-count/.exec(request.url())?.[0]
    if (name && !asked.includes(name)) asked.push(name)
  })
  return asked
}

const dashboardWith = (page: Page, change: (answer: { profile: Json } & Json) => Json) =>
  answerWith(page, CALL, change)

/** Runs in the page: the amounts that take two lines, and the dots that are seen with no fact beside them. */
function brokenLines(): { amounts: number; broken: string[] } {
  const broken: string[] = []
  let amounts = 0
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const linesOf = (node: Node, from: number, to: number) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (!node.parentElement!.checkVisibility()) continue
    const said = node.textContent ?? ''
    for (const { 0: amount, index } of said.matchAll(/(?:US)?\$\s?\d[\d.,]*/g)) {
      amounts++
      if (linesOf(node, index, index + amount.length).length > 1) broken.push(amount)
    }
    const frame =
      node.parentElement!.matches('.size-5') && node.parentElement!.closest('.overflow-hidden')
    if (!frame) continue
    const { left } = frame.getBoundingClientRect()
    const [dot] = linesOf(node, 0, said.length)
    const next = node.parentElement!.nextElementSibling!.getBoundingClientRect()
    const isSeen = dot !== undefined && dot.right > left
    if (isSeen && Math.abs(dot.top - next.top) > 8) broken.push(`· ${said}`)
    if (isSeen && dot.left < left) broken.push('· at the edge')
  }
  return { amounts, broken }
}

test('an active professional sees her numbers, her profile and what is new', async ({ page }) => {
  await open(page, DEMO_PEOPLE.grace)
  const numbers = page.getByRole('region', { name: 'Your numbers' })
  const number = (name: string) =>
    numbers.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd')

  await test.step('P 2.3: stats cards show total bookings, pending bookings, rating and total reviews', async () => {
    await expect(number('Total bookings')).toHaveText(/^\d+$/)
    await expect(number('Pending bookings')).toHaveText(/^\d+$/)
    await expect(number('Rating')).toHaveText(/^\d\.\d$/)
    await expect(number('Total reviews')).toHaveText(/^\d+$/)
  })
  await test.step('P 9: estimated earnings are total bookings times hourly rate times 3, marked as an estimate', async () => {
    const total = Number(await number('Total bookings').textContent())
    const money = (total * 42 * 3).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    await expect(number('Estimated earnings')).toHaveText(
      `${money}An estimate: total bookings × your hourly rate × 3 hours.`,
    )
    await expect(number('Booked')).toContainText('$')
    await expect(number('Completed')).toContainText('$')
  })
  await test.step('P 2.3: the profile summary says who she is', async () => {
    const summary = page.getByRole('region', { name: 'Profile summary' })
    await expect(summary).toContainText('Grace Walker Cleaning')
    await expect(summary).toContainText('$42.00')
    await expect(summary).toContainText('10+')
  })
  const preview = page.getByRole('region', { name: 'Your public profile' })
  await test.step('P 2.3: the preview shows up to 4 gallery thumbnails plus how many more there are', async () => {
    await expect(preview.getByRole('img')).toHaveCount(4)
    await expect(preview.getByText('+1', { exact: true })).toBeVisible()
  })
  await test.step('P 9: four gallery thumbnails and plus N on the dashboard', async () => {
    await expect(preview.getByRole('img', { name: /^Photo \d of your work$/ })).toHaveCount(4)
  })
  await test.step('P 2.3: the preview cuts the bio at 200 characters', async () => {
    await expect(preview).toContainText(`${DEMO_PEOPLE.grace.bio.slice(0, 200).trimEnd()}…`)
    await expect(preview).not.toContainText(DEMO_PEOPLE.grace.bio)
  })
  await test.step('P 2.3: the reviews list scrolls at 96 units and rates out of 5', async () => {
    const list = page.getByRole('list', { name: 'Client Reviews' })
    const { height, scrolls } = await list.evaluate((node) => ({
      height: node.getBoundingClientRect().height,
      scrolls: node.scrollHeight > node.clientHeight,
    }))
    expect(height).toBe(96 * 4)
    expect(scrolls).toBe(true)
    await expect(list.getByText(/^[1-5] out of 5$/).first()).toBeVisible()
  })
  await test.step('P 2.3: profile tips ask for a gallery of 3 or more photos and a bio of 100 or more characters', async () => {
    const tips = page.getByRole('region', { name: 'Profile tips' })
    await expect(tips.getByRole('listitem')).toHaveText([
      'Show 3 or more photos of your workDone · 5 photos now',
      `Write 100 or more characters about yourselfDone · ${DEMO_PEOPLE.grace.bio.length} characters now`,
    ])
  })
  await test.step('P 2.3: the header has Edit Profile, Share Profile and Logout', async () => {
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
  await test.step('P 9: below 768 px the header is a menu', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeHidden()
    await menu.click()
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('notices that are told once go by themselves and are remembered for each person', async ({
  page,
}) => {
  await page.clock.install()
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route(CALL, async (route) => {
    calls++
    await gate.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => calls).toBe(1)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  gate.resolve()
  const complete = page.getByRole('region', { name: COMPLETE })
  const verified = page.getByRole('region', { name: VERIFIED })
  // Time stands still from here on, but for these small steps.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return complete.isVisible()
    })
    .toBe(true)

  await test.step('P 2.3: a profile that is complete has its banner, and who is verified is congratulated', async () => {
    await expect(complete).toContainText('Clients see everything they need to decide.')
    await expect(verified).toBeVisible()
  })
  await test.step('P 9: the profile-complete banner is hidden after 5 s', async () => {
    await page.clock.runFor(4800)
    await expect(complete).toBeVisible()
    await page.clock.runFor(300)
    await expect(complete).toBeHidden()
  })
  await test.step('P 9: the verified banner is hidden after 7 s', async () => {
    await page.clock.runFor(1600)
    await expect(verified).toBeVisible()
    await page.clock.runFor(400)
    await expect(verified).toBeHidden()
  })
  await test.step('P 9: the dashboard, the unread count and the lead status are asked again every 30 s', async () => {
    const before = calls
    const asked = watchCalls(page)
    await page.clock.runFor(22_000)
    expect(calls).toBe(before)
    expect(asked).toEqual([])
    // The last reading was some seconds before, or when the live connection opened: it comes within 30 s from here.
    let run = 22_000
    await expect
      .poll(async () => {
        if (run < 30_500) await page.clock.runFor(500)
        run += 500
        return [calls - before, ...asked.toSorted()]
      })
      .toEqual([1, 'leads-status', 'unread-count'])
  })
  await page.clock.resume()
  await test.step('P 9: flags in local storage remember per user that the notices were seen', async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Your numbers' })).toBeVisible()
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
  await test.step('P 2.3: the banners are remembered per user, and another one on this browser sees hers', async () => {
    await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
    await page.goto('/dashboard')
    await expect(complete).toBeVisible()
    await expect(verified).toBeVisible()
  })
})

test('a message that waits is counted at the top of the dashboard', async ({ page, baseURL }) => {
  const maya = await mayasHands(baseURL)
  await maya.write('Is Thursday possible?')
  await maya.dispose()
  await open(page, DEMO_PEOPLE.grace)
  await test.step('P 2.3: the header has Messages with its unread badge', async () => {
    const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
    await expect(messages).toHaveAccessibleName(/[1-9]\d* unread/)
    await messages.click()
    await expect(page).toHaveURL(/\/messages/)
  })
})

test('a photo that is on its way is seen blurred, and in a narrow frame without words', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/uploads/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, DEMO_PEOPLE.grace)
  const preview = page.getByRole('region', { name: 'Your public profile' })
  const blurred = preview.locator('img[src^="data:image/webp"]')
  await expect(blurred).toHaveCount(4)
  await expect(preview.getByText('Loading...').first()).toBeHidden()
  gate.resolve()
  await preview.scrollIntoViewIfNeeded()
  await expect(blurred).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

for (const locale of ['en-US', 'pt-BR', 'es-MX']) {
  test.describe(`read in ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    test('on a phone no amount and no dot stands where a line breaks', async ({ page }) => {
      await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
      await page.goto('/dashboard')
      const t = wordsIn(locale.slice(0, 2) as Language)
      await expect(page.getByText(t('dashboard:numbers.booked'), { exact: true })).toBeVisible()
      await expect(page.getByRole('article').last()).toBeVisible()
      const { amounts, broken } = await page.evaluate(brokenLines)
      expect(amounts).toBeGreaterThan(10)
      expect(broken).toEqual([])
    })
  })
}

test('an inactive professional learns why nobody finds her, and cannot share', async ({ page }) => {
  await open(page, DEMO_PEOPLE.marcus)
  await test.step('P 2.3: an inactive account has its banner', async () => {
    await expect(page.getByRole('region', { name: 'Your account is inactive' })).toContainText(
      'You do not appear in search results',
    )
  })
  await test.step('P 2.3: Share Profile is there only when the profile is active and subscribed', async () => {
    await expect(page.getByRole('link', { name: 'Share Profile' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'View public profile' })).toHaveCount(0)
  })
  await test.step('P 2.3: a profile tip says what is still open', async () => {
    await expect(page.getByRole('region', { name: 'Profile tips' })).toContainText(
      /Show 3 or more photos of your work\s*Still open · \d photos? now/,
    )
  })
  await expectAccessible(page)
})

test('a request whose lead is locked says why it can only be declined', async ({ page }) => {
  await open(page, DEMO_PEOPLE.lucia)
  const locked = page.getByRole('article').filter({ hasText: 'You have no lead credits left.' })
  await expect(locked.first().getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
  await expect(locked.first().getByRole('button', { name: 'Decline', exact: true })).toBeEnabled()
  await expect(locked.first().getByRole('link')).toHaveCount(0)
})

test('a client who opens the dashboard is led to her own first screen', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await test.step('P 6: a client does not see the professional dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/marketplace$/)
    await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toHaveCount(0)
  })
})

test('while the check is under way the dashboard says so', async ({ page }) => {
  await dashboardWith(page, (answer) => ({ ...answer, verification_status: 'pending' }))
  await open(page, DEMO_PEOPLE.lucia)
  await test.step('P 2.3: pending verification has its banner', async () => {
    await expect(page.getByRole('region', { name: 'Your verification is under way' })).toBeVisible()
    await expect(page.getByRole('region', { name: VERIFIED })).toHaveCount(0)
  })
})

test('her full profile opens above the dashboard', async ({ page }) => {
  const photos = Array.from({ length: 8 }, (_, index) => `/api/uploads/none-${index}.webp`)
  await dashboardWith(page, (answer) => ({
    ...answer,
    profile: { ...answer.profile, gallery_images: photos },
  }))
  await page.route('**/api/uploads/none-*', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  )
  await open(page, DEMO_PEOPLE.grace)
  await page.getByRole('link', { name: 'See full profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your public profile' })
  await test.step('P 2.3: a modal shows the full public profile with up to 6 gallery images', async () => {
    await expect(dialog).toContainText(DEMO_PEOPLE.grace.bio)
    await expect(dialog.getByRole('img', { name: /^Photo \d of your work$/ })).toHaveCount(6)
    await expect(dialog.getByText('+2', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test.describe('what cannot be loaded', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('the dashboard says by status why it cannot be shown, and tries again', async ({ page }) => {
    await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    const told = async (answer: { status: number; json?: Json; body?: string }, text: string) => {
      await page.route(CALL, (route) => route.fulfill(answer))
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(text)
      await page.unroute(CALL)
    }
    await test.step('P 8: a dashboard that answers 404 says Professional account not found. Please contact support.', async () => {
      const detail = 'Professional account not found. Please contact support.'
      await told({ status: 404, json: { code: 'account_not_found', detail } }, detail)
    })
    await test.step('P 8: other server errors of the dashboard give their detail', async () => {
      const detail = 'We are very busy right now. Please try again in a moment.'
      await told({ status: 503, json: { code: 'overloaded', detail } }, detail)
    })
    await test.step('P 8: a server error without a detail says Failed to load dashboard data. Please refresh.', async () => {
      const text = 'Failed to load dashboard data. Please refresh.'
      await told({ status: 502, body: '<h1>Bad gateway</h1>' }, text)
    })
    await test.step('P 8: without a network the dashboard says Unable to connect to server. Please check your internet connection and try again.', async () => {
      await page.route(CALL, (route) => route.abort())
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(
        'Unable to connect to server. Please check your internet connection and try again.',
      )
    })
    await test.step('P 2.3: an error shows a Dashboard Error screen with a Try Again button', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Error' })).toBeVisible()
      await page.unroute(CALL)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('region', { name: 'Your numbers' })).toBeVisible()
    })
  })
})

test.describe('what breaks while it is drawn', () => {
  test.use({ expected: [/TypeError/] })

  test('a crash is said, with two ways on', async ({ page }) => {
    await dashboardWith(page, (answer) => ({ ...answer, recent_bookings: null }))
    await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    await page.goto('/dashboard')
    await test.step('P 2.3: a render crash shows Something went wrong with Reload Page and Try Again', async () => {
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    })
    await test.step('P 8: after a render crash Reload Page asks for the page again, and Try Again draws it', async () => {
      await page.getByRole('button', { name: 'Reload Page' }).click()
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await page.unroute(CALL)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('region', { name: 'Your numbers' })).toBeVisible()
    })
  })
})
