import { get } from 'node:http'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { hold } from '../support/hold.ts'
import { logIn, test } from '../support/journey.ts'

const AS_BROWSERS_DO = { 'accept-encoding': 'gzip, deflate, br' }
/** Ten packets, before the other side has to say that it hears (RFC 6928). */
const FIRST_FLIGHT_BYTES = 10 * 1460

/** What comes over a line of its own, headers included. */
const bytesOf = (address: URL) =>
  new Promise<number>((resolve, reject) => {
    get(address, { agent: false, headers: AS_BROWSERS_DO }, (answer) => {
      const { socket } = answer
      answer.resume().on('end', () => resolve(socket.bytesRead))
    }).on('error', reject)
  })

test('pages come compressed, however long they are', async ({ request }) => {
  for (const path of ['/', '/search?zip_code=78701', '/professional/grace-walker', '/nowhere']) {
    const answer = await request.get(path, { headers: AS_BROWSERS_DO })
    expect(answer.headers()['content-encoding'], path).toBe('br')
  }
})

test('a page that everyone may find fits what a line brings at once, in every language', async ({
  baseURL,
}) => {
  for (const path of [
    '/',
    '/search?zip_code=78701',
    '/search?zip_code=33130',
    '/professional/grace-walker',
    '/professional/ana-souza',
    '/house-cleaning/tx/austin',
  ]) {
    for (const language of LANGUAGES) {
      const address = new URL(path, baseURL)
      address.searchParams.set('lang', language)
      const received = await bytesOf(address)
      expect(received, `${path} in ${language}`).toBeGreaterThan(5000)
      expect(received, `${path} in ${language}`).toBeLessThan(FIRST_FLIGHT_BYTES)
    }
  }
})

test('scripts and styles are named by their contents, kept for ever, and sent as they were compressed once', async ({
  request,
}) => {
  const page = await (await request.get('/search?zip_code=78701')).text()
  const files = page.match(/\/assets\/[^"\s]+\.(?:js|css)/g) ?? []
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    expect(file).toMatch(/-[\w-]{8}\.(js|css)$/)
    const headers = (await request.get(file, { headers: AS_BROWSERS_DO })).headers()
    expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding'], file).toBe('br')
    expect(Number(headers['content-length']), file).toBeGreaterThan(0)
  }
})

test('what keeps its name is asked about each time', async ({ request }) => {
  for (const file of ['/service-worker.js', '/manifest.webmanifest', '/favicon.svg']) {
    const headers = (await request.get(file)).headers()
    expect(headers['cache-control'], file).toMatch(/^(public, )?no-cache$/)
    expect(headers['etag'], file).toBeTruthy()
  }
})

test('a page of somebody who is signed in stays in no browser’s store', async ({ page }) => {
  const caching = async (path: string) =>
    (await page.request.get(path)).headers()['cache-control'] ?? ''
  expect(await caching('/')).toBe('private, no-cache')
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  for (const path of ['/', '/bookings', '/messages', '/settings', '/professional/grace-walker']) {
    expect(await caching(path), path).toBe('no-store')
  }
})

test.describe('pictures beside those that are seen first', () => {
  const RESULTS = '/search?zip_code=78701'
  const others = (page: Page) => page.locator('article').first().locator('img[loading=lazy]')

  test('begin once the page is painted, also where the app does not come', async ({ page }) => {
    await hold(page, '**/assets/entry-client*')
    await page.goto(RESULTS, { waitUntil: 'commit' })
    await expect(others(page).first()).not.toHaveJSProperty('naturalWidth', 0)
    const { painted, begun } = await page.evaluate(() => {
      const addressesOf = (pictures: string) =>
        new Set(
          [...document.querySelectorAll<HTMLImageElement>(pictures)].map((img) => img.currentSrc),
        )
      const first = addressesOf('img[loading=eager]')
      const others = addressesOf('img[loading=lazy]')
      return {
        painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN,
        begun: performance
          .getEntriesByType('resource')
          .filter(({ name }) => others.has(name) && !first.has(name))
          .map(({ startTime }) => startTime),
      }
    })
    expect(begun.length).toBeGreaterThan(0)
    expect(Math.min(...begun)).toBeGreaterThanOrEqual(painted)
  })

  test('are shown where no scripts run', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(RESULTS)
    for (const picture of await others(page).all()) await expect(picture).toBeVisible()
    await context.close()
  })
})
