import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { idOf } from '../support/new-client.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { pressTryAgain } from '../support/try-again.ts'
import {
  contactAsNewClient,
  field,
  list,
  log,
  openMayaConversation,
  openProfessionalBrowser,
  send,
  uniqueText,
} from '../support/conversation.ts'

const FAILED_LOAD = /Failed to load resource|WebSocket connection/
const THREAD = '**/api/chat/messages/*/*'
const SEND = '**/api/chat/messages'

// rule: message-screen
test('below 768 px the conversations are a drawer over the full screen', async ({ page }) => {
  await openMayaConversation(page)
  const show = page.getByRole('link', { name: 'Show conversations' })
  await test.step('from 768 px on the list is beside the thread', async () => {
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(list(page)).toBeVisible()
    await expect(log(page)).toBeVisible()
    await expect(show).toBeHidden()
  })
  await test.step('under 768 px the list is a full-screen drawer', async () => {
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(list(page)).toBeHidden()
    await show.click()
    await expect(list(page)).toBeVisible()
    await expect.poll(() => list(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 800 })
    const width = (await list(page).boundingBox())?.width
    // The scrollbar may take 15 px.
    expect(width).toBeGreaterThanOrEqual(767 - 15)
    await expectAccessible(page)
  })
  await test.step('the drawer closes by its button, by Escape and by going back', async () => {
    await page.getByRole('button', { name: 'Close the list' }).click()
    await expect(log(page)).toBeVisible()
    await show.click()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
  })
  await test.step('nothing is wider than a screen of 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(320)
    // Only the thread scrolls, however long it is.
    const high = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(high).toBeLessThanOrEqual(640)
    await expect(send(page)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })
})

// rule: message-screen
test('the field of a conversation stays above the keyboard on a screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMayaConversation(page)
  await expect(send(page)).toBeInViewport({ ratio: 1 })
  // No keyboard opens here: the browser is told that one covers the lower part of its window.
  await page.evaluate(() => {
    const viewport = window.visualViewport!
    Object.defineProperty(viewport, 'height', { configurable: true, value: 460 })
    viewport.dispatchEvent(new Event('resize'))
  })
  const lowerEdge = async () => {
    const { y, height } = (await send(page).boundingBox())!
    return y + height
  }
  await expect.poll(lowerEdge).toBeLessThanOrEqual(460)
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport!, 'height', { configurable: true, value: 844 })
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(lowerEdge).toBeGreaterThan(700)
})

// rule: conversation-list
test('more conversations are shown on request, and one of a later page opens by its address', async ({
  page,
}) => {
  const { mayaId, graceId } = await openMayaConversation(page)
  const answer = await page.request.get(`/api/chat/conversations/${mayaId}`)
  const { conversations } = (await answer.json()) as {
    conversations: { other_user_id: string; conversation_id: string }[]
  }
  const grace = conversations.find(({ other_user_id }) => other_user_id === graceId)
  const newer = { ...grace, conversation_id: crypto.randomUUID(), other_user_id: mayaId }
  await page.route(/\/api\/chat\/conversations\//, (route) =>
    route.fulfill({
      json: new URL(route.request().url()).searchParams.has('before')
        ? { conversations: [grace], has_more: false }
        : { conversations: [newer], has_more: true },
    }),
  )
  const rows = list(page).getByRole('link')
  const more = page.getByRole('button', { name: 'Show more' })
  await page.goto('/messages')
  await expect(rows).toHaveCount(1)
  await more.click()
  await expect(rows).toHaveCount(2)
  await expect(more).toHaveCount(0)
  await page.goto(`/messages/${graceId}`)
  await expect(log(page)).toBeVisible()
  await expect(field(page)).toBeVisible()
  await expect(rows).toHaveCount(2)
})

// rule: live-refresh, navigation
test('the open thread and the unread count refresh every 30 s', async ({ page }) => {
  await page.clock.install()
  const { client, professionalId } = await contactAsNewClient(page, DEMO_PEOPLE.lucia)
  const requests = { thread: 0, unread: 0 }
  page.on('request', (request) => {
    if (request.url().includes(`/api/chat/messages/${client.id}/`)) requests.thread++
    if (request.url().includes('/api/chat/unread-count/')) requests.unread++
  })
  await page.goto(`/messages/${professionalId}`)
  await expect(field(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = { ...requests }
  await test.step('the unread count is read on load', () => {
    expect(before.unread).toBeGreaterThan(0)
  })
  await test.step('nothing is refreshed before 30 s', async () => {
    await page.clock.runFor(20_000)
    expect(requests).toEqual(before)
  })
  await page.clock.runFor(11_000)
  await test.step('the open thread refreshes every 30 s', async () => {
    await expect.poll(() => requests.thread).toBe(before.thread + 1)
  })
  await test.step('the unread count is refreshed every 30 s', async () => {
    await expect.poll(() => requests.unread).toBe(before.unread + 1)
  })
})

test.describe(() => {
  test.use({ expected: [FAILED_LOAD] })

  // rule: toasts
  // rule: outbox, message-screen
  test('a failure shows a toast that can be dismissed, and a way to try again', async ({
    page,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
    const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
    let isFailing = true
    await test.step('Failed to load conversations', async () => {
      await page.route('**/api/chat/conversations/*', (route) =>
        isFailing ? fail(route) : route.continue(),
      )
      await page.goto('/messages')
      await expect(toast('Failed to load conversations')).toBeVisible()
    })
    await test.step('the toast can be dismissed', async () => {
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast('Failed to load conversations')).toHaveCount(0)
    })
    await test.step('Try again loads them', async () => {
      const again = page.getByRole('button', { name: 'Try again' })
      await again.click({ trial: true })
      // From now on any live event loads the list too, and takes the button away.
      isFailing = false
      await again.click()
      await expect(list(page)).toBeVisible()
    })
    await test.step('Failed to load messages', async () => {
      await page.route(THREAD, (route) => fail(route))
      await page.goto(`/messages/${graceId}`)
      await expect(toast('Failed to load messages')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await pressTryAgain(page, THREAD, 'Try again')
      await expect(log(page)).toBeVisible()
    })
    await test.step('Failed to send message', async () => {
      const text = uniqueText('Refused once')
      await page.route(SEND, (route) => fail(route))
      await field(page).fill(text)
      await send(page).click()
      await expect(toast('Failed to send message')).toBeVisible()
      await expect(log(page).getByText(/^Not sent\./)).toBeVisible()
      await page.unroute(SEND)
      await log(page).getByRole('button', { name: 'Retry' }).click()
      await expect(log(page).getByText(/^Not sent\./)).toHaveCount(0)
      await expect(log(page).getByText(text)).toHaveCount(1)
      await expect(toast('Failed to send message')).toHaveCount(0)
    })
  })

  // rule: outbox
  test('a message written without a network waits, survives a reload, and arrives once', async ({
    page,
    context,
    browser,
    watch,
  }) => {
    const { mayaId } = await openMayaConversation(page)
    const { page: grace, context: graceContext } = await openProfessionalBrowser(
      browser,
      watch,
      DEMO_PEOPLE.grace,
    )
    const text = uniqueText('Written in a tunnel')
    await context.setOffline(true)
    await field(page).fill(text)
    await send(page).click()
    await expect(log(page).getByText(text)).toBeVisible()
    await expect(log(page).getByText(/^Will send when you're back online/)).toBeVisible()
    await page.route(SEND, (route) => route.abort('internetdisconnected'))
    await context.setOffline(false)
    await page.reload()
    await expect(log(page).getByText(text)).toBeVisible()
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/chat/messages'))
    await expect(log(page).getByText(/^Will send when you're back online/)).toBeVisible()
    await expect(page.getByText('Failed to send message')).toHaveCount(0)
    await page.unroute(SEND)
    await expect(log(page).getByText(/^Will send when you're back online/)).toHaveCount(0)
    await grace.goto(`/messages/${mayaId}`)
    await expect(log(grace).getByText(text)).toHaveCount(1)
    await graceContext.close()
  })
})

const fail = (route: { fulfill(options: object): Promise<void> }) =>
  route.fulfill({ status: 500, json: { detail: 'Something went wrong', code: 'unexpected' } })
