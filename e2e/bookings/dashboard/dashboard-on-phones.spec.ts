import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { logIn, readIn, test } from '../../support/journey.ts'
import { translationsIn } from '../../support/translations.ts'

type Person = { email: string }

async function open(page: Page, { email }: Person, path = '/dashboard') {
  await logIn(page, email, DEMO_PASSWORD)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

/** Runs in the page: finds amounts broken over two lines, and separator dots without a fact beside them. */
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
    const content = node.textContent ?? ''
    for (const { 0: amount, index } of content.matchAll(/(?:US)?\$\s?\d[\d.,]*/g)) {
      amounts++
      if (linesOf(node, index, index + amount.length).length > 1) broken.push(amount)
    }
    const frame =
      node.parentElement!.matches('.size-5') && node.parentElement!.closest('.overflow-hidden')
    if (!frame) continue
    const { left } = frame.getBoundingClientRect()
    const [dot] = linesOf(node, 0, content.length)
    const next = node.parentElement!.nextElementSibling!.getBoundingClientRect()
    const isSeen = dot !== undefined && dot.right > left
    if (isSeen && Math.abs(dot.top - next.top) > 8) broken.push(`· ${content}`)
    if (isSeen && dot.left < left) broken.push('· at the edge')
  }
  return { amounts, broken }
}

// rule: public-preview
test('a photo that still loads is shown blurred, and without text in a narrow frame', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/uploads/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, DEMO_PEOPLE.grace, '/dashboard?tab=profile')
  const preview = page.getByRole('region', { name: 'Your public profile' })
  const blurred = preview.locator('img[src^="data:image/webp"]')
  await expect(blurred).toHaveCount(4)
  await expect(preview.getByText('Loading...').first()).toBeHidden()
  gate.resolve()
  await preview.scrollIntoViewIfNeeded()
  await expect(blurred).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

// rule: dashboard-layout
test('on a phone the dashboard begins with requests and money, and its tabs have addresses', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, DEMO_PEOPLE.grace)
  const tabs = page.getByRole('navigation', { name: 'Parts of the dashboard' })
  const recent = page.getByRole('heading', { name: 'Recent bookings' })
  const reviews = page.getByRole('heading', { name: 'Client Reviews' })
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await expect(recent).toBeHidden()
  await test.step('the name in the header is whole, on one line, and the button says the welcome', async () => {
    const welcome = page.getByRole('button', { name: 'Welcome, Grace' })
    const name = welcome.getByText('Grace', { exact: true })
    await expect(name).toHaveCSS('font-size', '16px')
    const { isWhole, height } = await name.evaluate((node) => ({
      isWhole: node.scrollWidth <= node.clientWidth,
      height: node.clientHeight,
    }))
    expect(isWhole).toBe(true)
    expect(height).toBeLessThan(32)
  })
  const visits = await page.getByRole('main').getByRole('article').count()
  expect(await pageHeight(page)).toBeLessThan(1400 + 900 * visits)
  await tabs.getByRole('link', { name: 'Bookings' }).click()
  await expect(page).toHaveURL(/\?tab=bookings$/)
  await expect(recent).toBeVisible()
  await tabs.getByRole('link', { name: 'Reviews' }).click()
  await expect(reviews).toBeVisible()
  await page.reload()
  await expect(reviews).toBeVisible()
  await page.goBack()
  await expect(recent).toBeVisible()
  await test.step('a dialog closes to the tab that it was opened from', async () => {
    await page.getByRole('link', { name: 'All bookings' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\?tab=bookings$/)
  })
  await test.step('on a wide screen everything is there without tabs', async () => {
    await page.setViewportSize({ width: 1280, height: 844 })
    await expect(tabs).toBeHidden()
    await expect(reviews).toBeVisible()
  })
})

test('on a phone no amount is broken over two lines, and no dot is at the end of a line, in each language', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, DEMO_PEOPLE.grace, '/dashboard?tab=bookings')
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    await readIn(page, language)
    await expect(page.getByText(t('dashboard:numbers.booked'), { exact: true })).toBeVisible()
    await expect(page.getByRole('article').last()).toBeVisible()
    expect(await pageHeight(page)).toBeLessThan(4600)
    const { amounts, broken } = await page.evaluate(brokenLines)
    expect(amounts).toBeGreaterThan(10)
    expect(broken).toEqual([])
  }
})
