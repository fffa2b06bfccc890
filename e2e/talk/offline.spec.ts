import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { idOf } from '../support/new-client.ts'
import { startTestProxy } from '../support/server/test-proxy.ts'
import type { TestProxy } from '../support/server/test-proxy.ts'
import { test } from '../support/journey.ts'
import { photo } from '../support/profile-form.ts'
import { field, log, send, uniqueText } from '../support/conversation.ts'

test.use({
  worker: true,
  expected: [
    /Failed to load resource|WebSocket connection|^(Unread messages|Notices) could not be/,
  ],
})

let proxy: TestProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await startTestProxy(baseURL ?? '')
})
test.afterEach(() => proxy.stop())

// rule: outbox, offline, messages
test('offline, a conversation that was read opens without its private photos, and a message written there survives a reload and arrives once', async ({
  page,
  context,
}) => {
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const data = { email: DEMO_PEOPLE.maya.email, password: DEMO_PASSWORD }
  expect((await page.request.post(`${proxy.origin}/api/login`, { data })).ok()).toBe(true)
  await page.goto(`${proxy.origin}/messages/${graceId}`)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  await page.reload()
  const ownPhoto = log(page).getByAltText('Your photo').last()
  const width = () => ownPhoto.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await test.step('the conversation is read online, with its photo', async () => {
    await ownPhoto.scrollIntoViewIfNeeded()
    await expect.poll(width).toBeGreaterThan(0)
    const cachedPictures = async () => {
      const names = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return names.flat().flatMap(({ url }) => (url.includes('/api/chat/') ? [url] : []))
    }
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('thread')))
      .toBe(true)
    expect(await page.evaluate(cachedPictures)).toEqual([])
  })
  const text = uniqueText('Written on the subway')
  await test.step('the conversation opens offline', async () => {
    proxy.dropConnections(true)
    await context.setOffline(true)
    await page.reload()
    await expect(log(page)).toBeVisible()
  })
  await test.step('a message with a photo waits for a connection', async () => {
    await page.getByLabel('Add a photo').setInputFiles(await photo('subway.jpg'))
    await field(page).fill(text)
    await send(page).click()
    await page.reload()
    await expect(log(page).getByText(text)).toBeVisible()
    await expect(log(page).getByText(/^Will send when you're back online/)).toBeVisible()
    await expect.poll(width).toBe(800)
  })
  await test.step('the message is sent once when the network returns', async () => {
    proxy.dropConnections(false)
    await context.setOffline(false)
    await expect(log(page).getByText(/^(Waits|Sending)/)).toHaveCount(0, { timeout: 40_000 })
    await page.reload()
    await expect(log(page).getByText(text)).toHaveCount(1)
  })
})
