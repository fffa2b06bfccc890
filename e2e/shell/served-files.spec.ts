// rule: server-rendering
import { get } from 'node:http'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { firstViewBytes, overweightParts } from '../support/view-bytes.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { hold } from '../support/server/hold.ts'
import { logIn, test } from '../support/journey.ts'

const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' }
/** The first ten packets, which TCP sends before the other side acknowledges any (RFC 6928). */
const FIRST_ROUND_TRIP_BYTES = 10 * 1460
const FIRST_VIEW_BYTES = {
  '/': 115_000,
  '/search?zip_code=78701': 130_000,
  '/professional/grace-walker': 130_000,
  '/house-cleaning/tx/austin': 130_000,
}

/** Requests the address on a new connection. Returns the bytes received, including headers. */
const receivedBytes = (address: URL) =>
  new Promise<number>((resolve, reject) => {
    get(address, { agent: false, headers: BROWSER_HEADERS }, (answer) => {
      const { socket } = answer
      answer.resume().on('end', () => resolve(socket.bytesRead))
    }).on('error', reject)
  })

test('pages are sent compressed, whatever their length', async ({ request }) => {
  for (const path of ['/', '/search?zip_code=78701', '/professional/grace-walker', '/nowhere']) {
    const answer = await request.get(path, { headers: BROWSER_HEADERS })
    expect(answer.headers()['content-encoding'], path).toBe('br')
  }
})

// rule: first-view
test('a public page fits the first round trip of a connection, in every language', async ({
  baseURL,
}) => {
  for (const path of [
    '/',
    '/search?zip_code=78701',
    '/search?zip_code=33130',
    ...Object.values(DEMO_PEOPLE).flatMap((person) =>
      'slug' in person ? [`/professional/${person.slug}`] : [],
    ),
    '/house-cleaning/tx/austin',
    '/terms',
    '/privacy',
  ]) {
    for (const language of LANGUAGES) {
      const address = new URL(path, baseURL)
      address.searchParams.set('lang', language)
      const received = await receivedBytes(address)
      expect(received, `${path} in ${language}`).toBeGreaterThan(5000)
      expect(received, `${path} in ${language}`).toBeLessThan(FIRST_ROUND_TRIP_BYTES)
    }
  }
})

// rule: first-view
test('no first view needs more bytes of scripts, styles and translations than its limit', async ({
  request,
}) => {
  for (const [path, limit] of Object.entries(FIRST_VIEW_BYTES)) {
    for (const lang of LANGUAGES) {
      const html = await (await request.get(path, { params: { lang } })).text()
      expect(firstViewBytes(html), `${path} in ${lang}`).toBeLessThanOrEqual(limit)
    }
  }
})

// rule: first-view, slot-picker
test('no part that loads later needs more bytes of scripts than its limit', () => {
  expect(overweightParts()).toEqual([])
})

test('scripts and styles have hashed names, are cached for a year, and are sent precompressed', async ({
  request,
}) => {
  const page = await (await request.get('/search?zip_code=78701')).text()
  const files = page.match(/\/assets\/[^"\s]+\.(?:js|css)/g) ?? []
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    expect(file).toMatch(/-[\w-]{7,8}\.(js|css)$/)
    const headers = (await request.get(file, { headers: BROWSER_HEADERS })).headers()
    expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding'], file).toBe('br')
    expect(Number(headers['content-length']), file).toBeGreaterThan(0)
  }
})

test('files whose name does not change are revalidated each time', async ({ request }) => {
  for (const file of ['/service-worker.js', '/manifest.webmanifest', '/favicon.svg']) {
    const headers = (await request.get(file)).headers()
    expect(headers['cache-control'], file).toMatch(/^(public, )?no-cache$/)
    expect(headers['etag'], file).toBeTruthy()
  }
})

test('no browser stores a page of a signed-in user', async ({ page }) => {
  const cacheControl = async (path: string) =>
    (await page.request.get(path)).headers()['cache-control'] ?? ''
  expect(await cacheControl('/login')).toBe('private, no-cache')
  expect(await cacheControl('/')).toBe('public, max-age=2, stale-while-revalidate=3')
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  for (const path of ['/', '/bookings', '/messages', '/settings', '/professional/grace-walker']) {
    expect(await cacheControl(path), path).toBe('no-store')
  }
})

// rule: layout-stability
test.describe('pictures outside the first view', () => {
  const RESULTS = '/search?zip_code=78701'
  const lazyPictures = (page: Page) => page.locator('article').first().locator('img[loading=lazy]')

  test('start to load after the first paint, also if the app does not load', async ({ page }) => {
    await hold(page, '**/assets/entry-client*')
    await page.goto(RESULTS, { waitUntil: 'commit' })
    await expect(lazyPictures(page).first()).not.toHaveJSProperty('naturalWidth', 0)
    const { firstPaint, starts } = await page.evaluate(() => {
      const addressesOf = (pictures: string) =>
        new Set(
          [...document.querySelectorAll<HTMLImageElement>(pictures)].map((img) => img.currentSrc),
        )
      const eager = addressesOf('img[loading=eager]')
      const lazy = addressesOf('img[loading=lazy]')
      return {
        firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN,
        starts: performance
          .getEntriesByType('resource')
          .filter(({ name }) => lazy.has(name) && !eager.has(name))
          .map(({ startTime }) => startTime),
      }
    })
    expect(starts.length).toBeGreaterThan(0)
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(firstPaint)
  })

  test('are shown without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(RESULTS)
    for (const picture of await lazyPictures(page).all()) await expect(picture).toBeVisible()
    await context.close()
  })
})
