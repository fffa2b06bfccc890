import { expect } from '@playwright/test'
import type { Locator, Page, Request } from '@playwright/test'
import { test } from '../support/journey.ts'

const GRACE = '/professional/grace-walker'
const RETRY_MS = 1000

test.use({ expected: [/Failed to load resource/] })

/** Grace's first photo, by the name that all its sizes begin with. */
async function firstPhoto(page: Page): Promise<string> {
  const answer = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await answer.json()) as { professional: { gallery_images: string[] } }
  return /[0-9a-f]{32}/.exec(professional.gallery_images[0] ?? '')?.[0] ?? ''
}

/** The clock stands still until it is told to run. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T10:00:00Z' })
  await page.clock.pauseAt('2026-11-20T10:00:01Z')
}

/** The page's scripts begin in a task of their own, which a clock that stands still holds back: a moment passes until they have seen what came. */
async function onceScriptsRun(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1)
    await seen()
  }).toPass({ timeout: 10_000 })
}

/** Lets seconds pass until something is there. */
async function secondsUntil(page: Page, there: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(RETRY_MS)
    await expect(there).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: 20_000 })
}

const leading = (page: Page) => page.getByRole('button', { name: 'See photo 1 of 5' }).first()
const project = (page: Page) => page.getByRole('button', { name: 'See photo 1 of 5' }).last()
const pathOf = (request: Request) => new URL(request.url()).pathname
const retryOf = (request: Request) => Number(/retry=(\d)/.exec(request.url())?.[1] ?? 0)

test('a picture comes although the server fails twice', async ({ page }) => {
  const file = await firstPhoto(page)
  const asked: Request[] = []
  await stopClock(page)
  await page.route(`**/${file}*`, async (route) => {
    asked.push(route.request())
    await (retryOf(route.request()) < 2 ? route.abort() : route.continue())
  })
  const ways = (retry: number) => [
    ...new Set(asked.filter((request) => retryOf(request) === retry).map(pathOf)),
  ]
  await page.goto(GRACE)

  await test.step('C 2.11: until a picture is here a placeholder says Loading...', async () => {
    await expect(leading(page).getByText('Loading...')).toBeVisible()
    await onceScriptsRun(page, () =>
      expect(leading(page).getByRole('img')).toHaveCount(0, { timeout: 250 }),
    )
    expect(ways(0)[0]).toMatch(new RegExp(`^/api/uploads/${file}(-640|-240)?\\.webp$`))
  })
  await test.step('C 4: a retry waits one second', async () => {
    await page.clock.runFor(RETRY_MS - 100)
    expect(ways(1)).toEqual([])
    await page.clock.runFor(100)
    await expect.poll(() => ways(1)).toHaveLength(1)
  })
  await test.step('C 4: each retry tries another path variant', async () => {
    expect(ways(1)).toEqual([`/api/image-proxy/${file}.webp`])
    await expect(leading(page).getByRole('img')).toHaveCount(0)
    await page.clock.runFor(RETRY_MS)
    await expect.poll(() => ways(2)).toEqual([`/uploads/${file}.webp`])
  })
  await test.step('C 4: each retry carries a cache-busting parameter', async () => {
    const retries = asked.filter((request) => retryOf(request) > 0)
    for (const request of retries) expect(request.url()).toMatch(/\?retry=\d-\d+$/)
  })
  await test.step('C 4: a picture that came after all is shown, loaded', async () => {
    await expect(leading(page).getByText('Loading...')).toHaveCount(0)
    const width = await leading(page)
      .getByRole('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    expect(width).toBeGreaterThan(0)
  })
})

test('a picture that never comes is asked for three more times', async ({ page }) => {
  const file = await firstPhoto(page)
  const retries: number[] = []
  await stopClock(page)
  await page.route(`**/${file}*`, async (route) => {
    retries.push(retryOf(route.request()))
    await route.abort()
  })
  await page.goto(GRACE)
  await project(page).scrollIntoViewIfNeeded()
  await secondsUntil(page, project(page).getByText(/^Image/))

  await test.step('C 4: with error messages enabled it says Image failed to load after multiple attempts', async () => {
    await expect(project(page)).toHaveText(
      'See photo 1 of 5 Image failed to load after multiple attempts',
    )
  })
  await test.step('C 4: the fallback image is used if one is given', async () => {
    await expect(leading(page).getByAltText('Image unavailable')).toHaveAttribute(
      'src',
      '/drawings/no-picture.svg',
    )
  })
  await test.step('C 9: image retries are at most 3', async () => {
    const before = retries.length
    await page.clock.runFor(10 * RETRY_MS)
    expect(retries).toHaveLength(before)
    expect([...new Set(retries)]).toEqual([0, 1, 2, 3])
  })
})

test('C 4: without a fallback and messages it says Image unavailable', async ({ page }) => {
  await stopClock(page)
  await page.route(/\/(api\/uploads|api\/image-proxy|uploads)\//, (route) => route.abort())
  await page.goto('/search?zip_code=78701')
  const said = page.getByRole('article').first().getByText('Image unavailable').first()
  await secondsUntil(page, said)
  await expect(said).toBeVisible()
})

test.describe('on the phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, expected: [] })

  test('a phone loads the small files, and nothing jumps as they come', async ({ page }) => {
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
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(moved.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  })
})
