import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startTestProxy } from '../support/test-proxy.ts'
import type { TestProxy } from '../support/test-proxy.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const WORKER = /^\/service-worker\.js$/

// The browser itself tells of every answer that did not come, and of a worker's script that is none.
test.use({
  worker: true,
  expected: [
    /Failed to load resource|WebSocket connection|unsupported MIME type|bad HTTP response code/,
  ],
})

let proxy: TestProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await startTestProxy(baseURL ?? '')
})
test.afterEach(() => proxy.stop())

const isControlled = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)
const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const noNewVersion = (page: Page) => expect(page.getByText(t('offline:new_version'))).toHaveCount(0)
const isReady = (page: Page) => expect(page.getByText(t('offline:ready'))).toBeVisible()

/** The worker's script as the next version would bring it. */
async function nextVersion(page: Page): Promise<string> {
  const now = await page.request.get('/service-worker.js')
  return `${await now.text()}\n// The next version ${Math.random()}`
}

test('the app opens without internet once it has been here', async ({ page, context }) => {
  await test.step('C 2.12: a service worker is registered after page load', async () => {
    await page.addInitScript(() => {
      window.addEventListener('load', () => {
        Object.assign(window, { atLoad: navigator.serviceWorker.getRegistrations() })
      })
    })
    await page.goto(proxy.origin)
    const atLoad = () => (window as unknown as { atLoad: Promise<unknown[]> }).atLoad
    expect(await page.evaluate(atLoad)).toEqual([])
    await expect.poll(() => registrations(page)).toBe(1)
  })
  await test.step('C 4: the service worker reports offline readiness', async () => {
    await isReady(page)
    await expect.poll(() => isControlled(page)).toBe(true)
    await expectAccessible(page)
  })
  await test.step('C 4: the service worker is cache-first on localhost', async () => {
    const assets = proxy.requestCount(/^\/assets\//)
    await page.reload()
    await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
    expect(proxy.requestCount(/^\/assets\//)).toBe(assets)
  })
  await test.step('C 8: without internet it says that the app is running in offline mode', async () => {
    proxy.dropConnections(true)
    await context.setOffline(true)
    await page.reload()
    await expect(
      page.getByText('No internet connection. App is running in offline mode.'),
    ).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('another screen that everybody needs opens too', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
  await test.step('C 1: the product is an installable web app with an offline-capable service worker', async () => {
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
      'href',
      '/manifest.webmanifest',
    )
    expect(await isControlled(page)).toBe(true)
  })
  await test.step('back on the internet it says so no more', async () => {
    proxy.dropConnections(false)
    await context.setOffline(false)
    await expect(
      page.getByText('No internet connection. App is running in offline mode.'),
    ).toHaveCount(0)
  })
})

test('C 7: GET /service-worker.js answers the script, and nothing that keeps an old one alive', async ({
  request,
}) => {
  const answer = await request.get('/service-worker.js')
  const headers = answer.headers()
  expect(answer.status()).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['service-worker-allowed']).toBeUndefined()
  expect(headers['content-security-policy']).toContain("worker-src 'self'")
  const page = await request.get('/offline.html')
  expect(page.headers()['cache-control']).toBe('public, no-cache')
  expect(page.headers()['content-security-policy']).toContain("script-src 'self'")
})

test('a server that is gone, or too slow, is not waited for', async ({ page }) => {
  await page.goto(proxy.origin)
  await isReady(page)
  await test.step('C 8: a server that nobody reaches is told as no internet', async () => {
    proxy.dropConnections(true)
    await page.reload()
    await expect(page.getByText(t('offline:offline'))).toBeVisible()
    proxy.dropConnections(false)
    await expect(page.getByText(t('offline:offline'))).toHaveCount(0, { timeout: 20_000 })
  })
  await test.step('a proxy with nobody behind it gets no page of its own', async () => {
    proxy.replaceResponse(/^\/login$/, { status: 502, body: 'Bad gateway' })
    await page.goto(`${proxy.origin}/login`)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
  await test.step('a page that does not come in time is made of what is kept', async () => {
    proxy.replaceResponse(/^\/login$/, 'none')
    await page.goto(`${proxy.origin}/login`)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
})

test('a new version is told of and taken by every tab', async ({ page, context }) => {
  await page.goto(proxy.origin)
  await isReady(page)
  const other = await context.newPage()
  await other.goto(`${proxy.origin}/login`)
  await expect(other.getByLabel('Email', { exact: true })).toBeVisible()
  await noNewVersion(page)

  await test.step('C 4: the service worker reports new content', async () => {
    proxy.replaceResponse(WORKER, { body: await nextVersion(page), type: 'text/javascript' })
    await page.reload()
    await expect(page.getByText(t('offline:new_version'))).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('put off, it is told of again by the next page', async () => {
    await page.getByRole('button', { name: t('offline:later') }).click()
    await noNewVersion(page)
    await page.reload()
    await expect(page.getByText(t('offline:new_version'))).toBeVisible()
  })
  await test.step('taken, it is loaded here and in the other tab', async () => {
    const loaded = Promise.all([page.waitForEvent('load'), other.waitForEvent('load')])
    await page.getByRole('button', { name: t('offline:reload') }).click()
    await loaded
    await expect(page.getByRole('banner')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await noNewVersion(page)
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null)
    expect(await waiting()).toBe(true)
  })
})

for (const [what, answer] of [
  ['missing (404)', { status: 404, body: 'Nothing' }],
  ['no script', { type: 'text/html', body: '<!doctype html><title>Lustra</title>' }],
] as const) {
  test(`a worker whose script is ${what} goes`, async ({ page }) => {
    await page.goto(proxy.origin)
    await isReady(page)
    await test.step('C 4: if the script is missing or not a script, it unregisters and reloads', async () => {
      proxy.replaceResponse(WORKER, answer)
      let loads = 0
      page.on('load', () => loads++)
      await page.goto(`${proxy.origin}/login`)
      await expect.poll(() => loads).toBe(2)
      await expect.poll(() => registrations(page)).toBe(0)
      expect(await isControlled(page)).toBe(false)
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    })
    await test.step('it does so once, and the app goes on without it', async () => {
      let loads = 0
      page.on('load', () => loads++)
      const before = proxy.requestCount(WORKER)
      await page.goto(proxy.origin)
      // Asked for as a worker, and asked why it was none.
      await expect.poll(() => proxy.requestCount(WORKER)).toBe(before + 2)
      await expect(page.getByRole('button', { name: t('app:install.open') })).toBeVisible()
      expect(loads).toBe(1)
    })
    await test.step('once there is a script again, there is a worker again', async () => {
      proxy.replaceResponse(WORKER, undefined)
      await page.reload()
      await expect.poll(() => registrations(page)).toBe(1)
    })
  })
}
