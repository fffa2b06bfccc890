// rule: layout-stability
import { expect } from '@playwright/test'
import type { Locator, Page, Request } from '@playwright/test'
import { test } from '../../support/journey.ts'

const GRACE = '/professional/grace-walker'
const RETRY_MS = 1000

test.use({ expected: [/Failed to load resource/] })

/** The file name of Grace's first photo without size and ending. */
async function firstPhoto(page: Page): Promise<string> {
  const answer = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await answer.json()) as { professional: { gallery_images: string[] } }
  return /[0-9a-f]{32}/.exec(professional.gallery_images[0] ?? '')?.[0] ?? ''
}

/** Stops the page's clock. It moves only by `runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T10:00:00Z' })
  await page.clock.pauseAt('2026-11-20T10:00:01Z')
}

/** Moves the clock until the expectation holds. A stopped clock delays the start of the page's scripts. */
async function runScriptsUntil(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1)
    await expectation()
  }).toPass({ timeout: 10_000 })
}

/** Moves the clock by seconds until an element is visible. */
async function waitUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(RETRY_MS)
    await expect(element).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: 20_000 })
}

const leading = (page: Page) => page.getByRole('button', { name: 'See photo 1 of 5' }).first()
const project = (page: Page) => page.getByRole('button', { name: 'See photo 1 of 5' }).last()
const pathOf = (request: Request) => new URL(request.url()).pathname
const retryOf = (request: Request) => Number(/retry=(\d)/.exec(request.url())?.[1] ?? 0)

// rule: layout-stability, photos
test('a picture is shown although the first two attempts fail', async ({ page }) => {
  const file = await firstPhoto(page)
  const requests: Request[] = []
  await stopClock(page)
  await page.route(`**/${file}*`, async (route) => {
    requests.push(route.request())
    await (retryOf(route.request()) < 2 ? route.abort() : route.continue())
  })
  const pathsOfRetry = (retry: number) => [
    ...new Set(requests.filter((request) => retryOf(request) === retry).map(pathOf)),
  ]
  await page.goto(GRACE)

  await test.step('until a picture has loaded a placeholder shows Loading...', async () => {
    await expect(leading(page).getByText('Loading...')).toBeVisible()
    await runScriptsUntil(page, () =>
      expect(leading(page).getByRole('img')).toHaveCount(0, { timeout: 250 }),
    )
    expect(pathsOfRetry(0)[0]).toMatch(new RegExp(`^/api/uploads/${file}(-640|-240)?\\.webp$`))
  })
  await test.step('a retry waits one second', async () => {
    await page.clock.runFor(RETRY_MS - 100)
    expect(pathsOfRetry(1)).toEqual([])
    await page.clock.runFor(100)
    await expect.poll(() => pathsOfRetry(1)).toHaveLength(1)
  })
  await test.step('each retry requests another path of the picture', async () => {
    expect(pathsOfRetry(1)).toEqual([`/api/image-proxy/${file}.webp`])
    await expect(leading(page).getByRole('img')).toHaveCount(0)
    await page.clock.runFor(RETRY_MS)
    await expect.poll(() => pathsOfRetry(2)).toEqual([`/uploads/${file}.webp`])
  })
  await test.step('each retry has a query parameter that bypasses the cache', async () => {
    const retries = requests.filter((request) => retryOf(request) > 0)
    for (const request of retries) expect(request.url()).toMatch(/\?retry=\d-\d+$/)
  })
  await test.step('a picture that loads at a retry is shown', async () => {
    await expect(leading(page).getByText('Loading...')).toHaveCount(0)
    const width = await leading(page)
      .getByRole('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    expect(width).toBeGreaterThan(0)
  })
})

test('a picture that cannot be loaded is requested three more times', async ({ page }) => {
  const file = await firstPhoto(page)
  const retries: number[] = []
  await stopClock(page)
  await page.route(`**/${file}*`, async (route) => {
    retries.push(retryOf(route.request()))
    await route.abort()
  })
  await page.goto(GRACE)
  await project(page).scrollIntoViewIfNeeded()
  await waitUntilVisible(page, project(page).getByText(/^Image/))

  await test.step('where error messages are enabled the text is Image failed to load after multiple attempts', async () => {
    await expect(project(page)).toHaveText(
      'See photo 1 of 5 Image failed to load after multiple attempts',
    )
  })
  await test.step('a fallback image is used if there is one', async () => {
    await expect(leading(page).getByAltText('Image unavailable')).toHaveAttribute(
      'src',
      '/drawings/no-picture.svg',
    )
  })
  await test.step('there are at most 3 retries', async () => {
    const before = retries.length
    await page.clock.runFor(10 * RETRY_MS)
    expect(retries).toHaveLength(before)
    expect([...new Set(retries)]).toEqual([0, 1, 2, 3])
  })
})

test('without a fallback and error messages the text is Image unavailable', async ({ page }) => {
  await stopClock(page)
  await page.route(/\/(api\/uploads|api\/image-proxy|uploads)\//, (route) => route.abort())
  await page.goto('/search?zip_code=78701')
  const fallback = page.getByRole('article').first().getByText('Image unavailable').first()
  await waitUntilVisible(page, fallback)
  await expect(fallback).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, expected: [] })

  // rule: photos, layout-stability
  test('a phone loads the small sizes, and nothing moves while they load', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const files: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/uploads/')) files.push(pathOf(request))
    })
    await page.goto(GRACE)
    await project(page).scrollIntoViewIfNeeded()
    await expect(project(page).getByText('Loading...')).toHaveCount(0)
    await expect(leading(page).getByText('Loading...')).toHaveCount(0)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect(file).toMatch(/-(240|640)\.webp$/)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  })
})
