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

// rule: dashboard
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

// rule: dashboard
test('on a phone the dashboard begins with the next visit and requests, and its tabs have addresses', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, DEMO_PEOPLE.grace)
  const tabs = page.getByRole('navigation', { name: 'Parts of the dashboard' })
  const recent = page.getByRole('heading', { name: 'Recent bookings' })
  const reviews = page.getByRole('heading', { name: 'Client Reviews' })
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await expect(recent).toBeHidden()
  await test.step('the next visit and the first Accept are in the first view', async () => {
    const next = page.getByRole('region', { name: /^(Today|Tomorrow|\w{3}, ).* [AP]M to / })
    await expect(next.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/dir\/.*destination=\d/,
    )
    await expect(next.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
    await expect(next.getByRole('link', { name: 'Access' })).toHaveAttribute(
      'href',
      /\/visits\/.*#access$/,
    )
    const accept = page.getByRole('button', { name: 'Accept', exact: true }).first()
    const { y, height } = (await accept.boundingBox())!
    expect(y + height).toBeLessThan(844)
  })
  const requests = page.getByRole('main').getByRole('article')
  const row = requests.first()
  await test.step('a request is a row without phone and email, and a press opens the rest', async () => {
    expect(await pageHeight(page)).toBeLessThan(1200 + 175 * (await requests.count()))
    await expect(row.getByRole('link', { name: /@|\d{4}/ })).toHaveCount(0)
    const report = row.getByRole('button', { name: 'Report' })
    await expect(report).toBeHidden()
    const press = () =>
      row
        .locator('summary')
        .first()
        .click({ position: { x: 40, y: 24 } })
    await press()
    await expect(report).toBeVisible()
    await press()
    await expect(report).toBeHidden()
  })
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
  await test.step('a wide screen has the tabs too', async () => {
    await page.setViewportSize({ width: 1280, height: 844 })
    await expect(tabs).toBeVisible()
    await expect(recent).toBeVisible()
    await expect(reviews).toHaveCount(0)
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
