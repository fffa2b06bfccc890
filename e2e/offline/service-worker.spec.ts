// rule: new-version
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { waitForNetworkIdle } from '../support/screens/screen.ts'
import { startTestProxy } from '../support/server/test-proxy.ts'
import type { TestProxy } from '../support/server/test-proxy.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const WORKER = /^\/service-worker\.js$/

// The browser itself reports each failed request, and each worker script that is no script.
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
const expectNoNewVersion = (page: Page) =>
  expect(page.getByText(t('offline:new_version'))).toHaveCount(0)
/** The code of the main screens is cached. */
const expectReady = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-offline-ready', '')

/** The worker's script with a change, as in a next version. */
async function nextVersion(page: Page): Promise<string> {
  const current = await page.request.get('/service-worker.js')
  return `${await current.text()}\n// The next version ${Math.random()}`
}

// rule: new-version, offline
test('after a first visit the app opens offline', async ({ page, context }) => {
  await test.step('the service worker is registered after page load', async () => {
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
  await test.step('the app prepares for offline use, and says nothing about it', async () => {
    await expectReady(page)
    await expect.poll(() => isControlled(page)).toBe(true)
    await expect(page.locator('[popover=manual]').getByRole('status')).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step('a reload takes all built files from the cache', async () => {
    const assets = proxy.requestCount(/^\/assets\//)
    await page.reload()
    await expect(page.locator('[popover=manual]')).toBeAttached()
    expect(proxy.requestCount(/^\/assets\//)).toBe(assets)
  })
  await test.step('offline, the banner shows that the app is running in offline mode', async () => {
    proxy.dropConnections(true)
    await context.setOffline(true)
    await page.reload()
    await expect(
      page.getByText('No internet connection. App is running in offline mode.'),
    ).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('another main screen opens offline too', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
  await test.step('the page has a manifest, and the service worker controls it', async () => {
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
      'href',
      '/manifest.webmanifest',
    )
    expect(await isControlled(page)).toBe(true)
  })
  await test.step('when the connection returns the banner disappears', async () => {
    proxy.dropConnections(false)
    await context.setOffline(false)
    await expect(
      page.getByText('No internet connection. App is running in offline mode.'),
    ).toHaveCount(0)
  })
})

test('GET /service-worker.js returns the script, and browsers must revalidate it', async ({
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

// rule: offline
test('the app builds pages that an unreachable or slow server does not return', async ({
  page,
}) => {
  await page.goto(proxy.origin)
  await expectReady(page)
  await test.step('an unreachable server shows the offline banner', async () => {
    proxy.dropConnections(true)
    await page.reload()
    await expect(page.getByText(t('offline:offline'))).toBeVisible()
    proxy.dropConnections(false)
    await expect(page.getByText(t('offline:offline'))).toHaveCount(0, { timeout: 20_000 })
  })
  await test.step('a page of the app replaces the 502 of a proxy', async () => {
    proxy.replaceResponse(/^\/login$/, { status: 502, body: 'Bad gateway' })
    await page.goto(`${proxy.origin}/login`)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
  await test.step('a page that does not arrive in time is built from stored data', async () => {
    proxy.replaceResponse(/^\/login$/, 'none')
    await page.goto(`${proxy.origin}/login`)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })
})

test('a new version is announced, and every tab loads it', async ({ page, context }) => {
  await page.goto(proxy.origin)
  await expectReady(page)
  const other = await context.newPage()
  await other.goto(`${proxy.origin}/login`)
  await expect(other.getByLabel('Email', { exact: true })).toBeVisible()
  await expectNoNewVersion(page)

  await test.step('the app announces the new version', async () => {
    proxy.replaceResponse(WORKER, { body: await nextVersion(page), type: 'text/javascript' })
    await page.reload()
    await expect(page.getByText(t('offline:new_version'))).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a postponed version is announced again by the next page', async () => {
    await page.getByRole('button', { name: t('app:dismiss') }).click()
    await expectNoNewVersion(page)
    await page.reload()
    await expect(page.getByText(t('offline:new_version'))).toBeVisible()
  })
  await test.step('the button loads the new version in this tab and in the other one', async () => {
    const loaded = Promise.all([page.waitForEvent('load'), other.waitForEvent('load')])
    await page.getByRole('button', { name: t('offline:reload') }).click()
    await loaded
    await expect(page.getByRole('banner')).toBeVisible()
    await waitForNetworkIdle(page)
    await expectNoNewVersion(page)
    const hasNoWaitingWorker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null)
    expect(await hasNoWaitingWorker()).toBe(true)
  })
})

for (const [problem, response] of [
  ['missing (404)', { status: 404, body: 'Nothing' }],
  ['no script', { type: 'text/html', body: '<!doctype html><title>Lustra</title>' }],
] as const) {
  test(`a service worker whose script is ${problem} unregisters`, async ({ page }) => {
    await page.goto(proxy.origin)
    await expectReady(page)
    await test.step('the worker unregisters, its caches are deleted, and the page reloads once', async () => {
      proxy.replaceResponse(WORKER, response)
      let loads = 0
      page.on('load', () => loads++)
      await page.goto(`${proxy.origin}/login`)
      await expect.poll(() => loads).toBe(2)
      await expect.poll(() => registrations(page)).toBe(0)
      expect(await isControlled(page)).toBe(false)
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
      // The reloaded page requests the script too. These requests must not count in the next step.
      await waitForNetworkIdle(page)
    })
    await test.step('the next page does not reload again, and the app works without a worker', async () => {
      let loads = 0
      page.on('load', () => loads++)
      const before = proxy.requestCount(WORKER)
      await page.goto(proxy.origin)
      // The browser requests the script, and the app requests it again to learn why the registration failed. A slow
      // page tries both again when it prepares offline use.
      await expect.poll(() => proxy.requestCount(WORKER)).toBeGreaterThanOrEqual(before + 2)
      await expect(page.locator('[popover=manual]')).toBeAttached()
      await waitForNetworkIdle(page)
      expect(loads).toBe(1)
    })
    await test.step('when the script is available again, a worker is registered again', async () => {
      proxy.replaceResponse(WORKER, undefined)
      await page.reload()
      await expect.poll(() => registrations(page)).toBe(1)
    })
  })
}
