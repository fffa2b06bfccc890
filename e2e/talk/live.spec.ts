import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { requestBooking, idOf, newClient } from '../support/new-client.ts'
import { hold } from '../support/server/hold.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { field, list, log, newPair, uniqueText } from '../support/conversation.ts'

const OLDER = '**/api/chat/messages/*/*?before=*'

// rule: message-screen
test('older messages load when the reader scrolls up, and what they read stays in place', async ({
  page,
}) => {
  const client = await newClient(page)
  const receiver_id = await idOf(page, DEMO_PEOPLE.lucia.slug)
  for (let number = 1; number <= 120; number++) {
    const data = { sender_id: client.id, receiver_id, message: `Number ${number}` }
    expect((await page.request.post('/api/chat/messages', { data })).status()).toBe(200)
  }
  await page.goto(`/messages/${receiver_id}`)
  const number = (n: number) => log(page).getByText(`Number ${n}`, { exact: true })
  await expect(number(120)).toBeInViewport()
  await expect(number(71)).toBeAttached()
  await expect(number(70)).toHaveCount(0)
  for (const oldest of [71, 21]) {
    const heldRequest = await hold(page, OLDER)
    const request = page.waitForRequest(OLDER)
    await log(page).evaluate((node) => (node.scrollTop = 0))
    await request
    const before = await number(oldest).boundingBox()
    const element = await number(oldest).elementHandle()
    heldRequest.release()
    await expect(number(oldest - 1)).toBeAttached()
    const after = await number(oldest).boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? -99))).toBeLessThanOrEqual(1)
    // A new element would lose the focus, and close a photo that is open.
    expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true)
    await page.unroute(OLDER)
  }
  await expect(number(1)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Show older messages' })).toHaveCount(0)
  await expect(log(page).getByText(/^Number \d+$/)).toHaveCount(120)
})

// rule: live-refresh
test('one tab holds the live connection for all tabs; when it closes, the next tab takes over', async ({
  page,
  context,
  browser,
  watch,
}) => {
  const {
    professional,
    client,
    professionalPage,
    context: professionalContext,
  } = await newPair(page, browser, watch)
  const first = connectionsOf(page)
  await page.goto(`/messages/${professional.id}`)
  await expect.poll(() => first.length).toBe(1)
  const other = await context.newPage()
  const second = connectionsOf(other)
  await other.goto(`/messages/${professional.id}`)
  await professionalPage.goto(`/messages/${client.id}`)

  const types = (tab: Page) => tab.getByText(/is typing\.\.\.$/)
  await test.step('both tabs get its events', async () => {
    await expect(async () => {
      await field(professionalPage).press('x')
      const expectations = [page, other].map((tab) =>
        expect(types(tab)).toBeVisible({ timeout: 1000 }),
      )
      await Promise.all(expectations)
    }).toPass()
    expect(second).toHaveLength(0)
  })
  await test.step('the second tab connects when the first closes', async () => {
    await expect(types(other)).toBeHidden()
    await page.close()
    await expect.poll(() => second.length).toBe(1)
    await expect(async () => {
      await field(professionalPage).press('x')
      await expect(types(other)).toBeVisible({ timeout: 1000 })
    }).toPass()
    const answer = uniqueText('Yes')
    await field(professionalPage).fill(answer)
    await field(professionalPage).press('Enter')
    await expect(log(other).getByText(answer)).toBeVisible()
    await expect(log(professionalPage).getByText(/· Read$/)).toBeVisible()
  })
  await professionalContext.close()
})

// rule: live-refresh, message-read
test('a message read on one device no longer counts on the other', async ({
  page,
  browser,
  watch,
}) => {
  const {
    professional,
    client,
    professionalPage,
    context: professionalContext,
    write,
  } = await newPair(page, browser, watch)
  const state = await page.context().storageState()
  const phone = await browser.newContext({ storageState: state })
  await watch(phone)
  const small = await phone.newPage()
  await page.goto('/messages')
  const counts = page.getByRole('link', { name: /^Messages/ })
  const row = list(page).getByRole('link').first()
  await expect(row).toBeVisible()
  await test.step('a count rises without a reload', async () => {
    for (const text of ['One', 'Two']) await write('professional', text)
    await expect(counts).toHaveAccessibleName('Messages 2 unread')
    await expect(row.getByText('2 unread')).toBeAttached()
  })
  await test.step('the count falls without a reload', async () => {
    await small.goto(`/messages/${professional.id}`)
    await expect(log(small).getByText('Two')).toBeVisible()
    await expect(counts).toHaveAccessibleName('Messages')
    await expect(row.getByText(/unread/)).toHaveCount(0)
  })
  await test.step('a message written on one device appears on the other', async () => {
    await page.goto(`/messages/${professional.id}`)
    const text = uniqueText('From the phone')
    await field(small).fill(text)
    await field(small).press('Enter')
    await expect(log(page).getByText(text)).toBeVisible()
    await professionalPage.goto(`/messages/${client.id}`)
    await expect(log(professionalPage).getByText(text)).toHaveCount(1)
  })
  await phone.close()
  await professionalContext.close()
})

// rule: live-refresh
test('a message written while a browser was disconnected appears when it reconnects', async ({
  page,
  browser,
  watch,
}) => {
  const { professional, context: professionalContext, write } = await newPair(page, browser, watch)
  let cut: () => Promise<void> = () => Promise.resolve()
  // A browser that is set offline keeps open connections, so the test closes this one.
  await page.routeWebSocket('**/api/live', (socket) => {
    const server = socket.connectToServer()
    cut = () => server.close()
  })
  const sessionReads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/me')) sessionReads.push(request.url())
  })
  await page.goto(`/messages/${professional.id}`)
  await expect(field(page)).toBeVisible()
  await write('professional', 'Before')
  await expect(log(page).getByText('Before')).toBeVisible()
  const readsBefore = sessionReads.length
  await cut()
  await write('professional', 'Meanwhile')
  await expect.poll(() => sessionReads.length).toBeGreaterThan(readsBefore)
  await expect(log(page).getByText('Meanwhile')).toBeVisible()
  await write('professional', 'Afterwards')
  await expect(log(page).getByText('Afterwards')).toBeVisible()
  await professionalContext.close()
})

// rule: live-refresh
test('without a live connection messages arrive by polling every 30 s', async ({
  page,
  browser,
  watch,
}) => {
  const { professional, context: professionalContext, write } = await newPair(page, browser, watch)
  await page.clock.install()
  await page.routeWebSocket('**/api/live', (socket) => socket.close())
  await page.goto(`/messages/${professional.id}`)
  await expect(field(page)).toBeVisible()
  await write('professional', 'Late, but here')
  await page.clock.runFor(10_000)
  await expect(log(page).getByText('Late, but here')).toHaveCount(0)
  await page.clock.runFor(21_000)
  await expect(log(page).getByText('Late, but here')).toBeVisible()
  await professionalContext.close()
})

// rule: conversation-pair
test('a booking links to the conversation with its professional', async ({ page }) => {
  const client = await newClient(page)
  const id = await requestBooking(page, client, DEMO_PEOPLE.lucia.slug)
  const luciaId = await idOf(page, DEMO_PEOPLE.lucia.slug)
  await page.goto(`/visits/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page).toHaveURL(`/messages/${luciaId}`)
  await expect(field(page)).toBeVisible()
  await expect(log(page).getByText('You requested a visit')).toBeVisible()
  await expectAccessible(page)
})

/** The URLs of the live connections that a tab opens from now on. */
function connectionsOf(tab: Page): string[] {
  const opened: string[] = []
  tab.on('websocket', (socket) => opened.push(socket.url()))
  return opened
}
