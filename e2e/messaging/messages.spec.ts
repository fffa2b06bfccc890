import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { idOf, newClient } from '../support/a-client.ts'
import { hold } from '../support/hold.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { photo } from '../support/profile-form.ts'
import {
  field,
  list,
  log,
  mayaWritesToGrace,
  professionalsBrowser,
  send,
  unlike,
} from '../support/two-sides.ts'
import { openMayaApi, randomDayAhead } from '../support/visits.ts'

const FAILED_LOAD = /Failed to load resource|WebSocket connection/
const THREAD = '**/api/chat/messages/*/*'
const SEND = '**/api/chat/messages'

test('a client and a professional write to each other', async ({ page, browser, watch }) => {
  const { mayaId } = await mayaWritesToGrace(page)
  const { page: grace, context } = await professionalsBrowser(browser, watch, DEMO_PEOPLE.grace)
  const question = unlike('Do you clean ovens?')

  await test.step('P 2.4: the conversation list is on the left, the thread on the right', async () => {
    const [left, right] = [await list(page).boundingBox(), await log(page).boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  })
  await test.step('P 5: the send button is disabled while the text is empty', async () => {
    await expect(send(page)).toBeDisabled()
    for (const unseen of ['  \n ', '\u200B\u202E', '\u0007']) {
      await field(page).fill(unseen)
      await expect(send(page)).toBeDisabled()
    }
    await field(page).fill('x')
    await expect(send(page)).toBeEnabled()
  })
  await test.step('P 5: the send button is disabled while a send is in progress', async () => {
    const held = await hold(page, SEND)
    await field(page).fill(`  ${question} \n`)
    await send(page).click()
    await expect(log(page).getByText(question)).toBeVisible()
    await expect(log(page).getByText('Sending...')).toBeVisible()
    await field(page).fill('The next one')
    await expect(send(page)).toBeDisabled()
    held.release()
    await expect(send(page)).toBeEnabled()
    await field(page).fill('')
  })
  await test.step('P 5: the text is trimmed', async () => {
    const shown = log(page).locator('p', { hasText: question })
    await expect(shown).toHaveText(question)
    expect(await shown.evaluate((node) => node.textContent)).toBe(question)
    await expect(log(page).getByText(/· Sent$/)).toBeVisible()
  })
  await test.step('P 2.3: the header has Messages with an unread badge', async () => {
    await grace.goto('/dashboard')
    await expect(grace.getByRole('link', { name: /^Messages \d+ unread$/ })).toBeVisible()
  })
  await test.step('P 3: a conversation in the list has the other’s name, the last message, its time and how many are unread', async () => {
    await grace.getByRole('link', { name: /^Messages/ }).click()
    const row = list(grace).getByRole('link').first()
    await expect(row).toContainText('Maya Thompson')
    await expect(row).toContainText(question)
    await expect(row.getByRole('time')).toHaveText(/^\d+:\d\d [AP]M$/)
    await expect(row.getByText(/^\d+ unread$/)).toBeAttached()
  })
  await test.step('P 4: opening a conversation loads its messages and marks received unread ones as read', async () => {
    await list(grace).getByRole('link').first().click()
    await expect(grace).toHaveURL(new RegExp(`/messages/${mayaId}$`))
    await expect(log(grace).getByText(question)).toBeVisible()
    const row = list(grace).getByRole('link').first()
    await expect(row.getByText(/^\d+ unread$/)).toHaveCount(0)
    await expect(log(page).getByText(/· Read$/)).toBeVisible()
  })
  await test.step('P 6: a professional sees the client’s phone, name and email, with a call link', async () => {
    await expect(grace.getByRole('heading', { name: 'Maya Thompson' })).toBeVisible()
    const call = grace.getByRole('link', { name: /^Call Maya Thompson: / })
    await expect(call).toHaveAttribute('href', 'tel:5125550101')
    await expect(grace.getByRole('link', { name: DEMO_PEOPLE.maya.email })).toBeVisible()
  })
  await test.step('P 6: clients do not see the contact details of others', async () => {
    await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0)
    await expect(page.getByText(DEMO_PEOPLE.grace.email)).toHaveCount(0)
  })
  await test.step('an answer shows up by itself, and that she is typing before it', async () => {
    const answer = unlike('Yes, ovens too.')
    await field(grace).pressSequentially('Yes')
    await expect(page.getByText(/is typing\.\.\.$/)).toBeVisible()
    await field(grace).fill(answer)
    await field(grace).press('Enter')
    await expect(log(page).getByText(answer)).toBeVisible()
    await expect(log(grace).getByText(/· Read$/)).toBeVisible()
  })
  await test.step('P 9: a message under 24 h old shows the clock’s time', async () => {
    await expect(log(page).getByRole('time').last()).toHaveText(/^\d+:\d\d [AP]M$/)
  })
  await expectAccessible(page)
  await expectAccessible(grace)
  await test.step('P 9: a message that is 24 h old shows its date', async () => {
    await page.clock.setFixedTime(Date.now() + 25 * 3_600_000)
    await page.reload()
    await expect(log(page).getByRole('time').last()).toHaveText(/^[A-Z][a-z]{2} \d+(, \d{4})?$/)
  })
  await context.close()
})

test('below 768 px the conversations are a drawer over the whole screen', async ({ page }) => {
  await mayaWritesToGrace(page)
  const show = page.getByRole('link', { name: 'Show conversations' })
  await test.step('P 9: from 768 px on the list stands beside the thread', async () => {
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(list(page)).toBeVisible()
    await expect(log(page)).toBeVisible()
    await expect(show).toBeHidden()
  })
  await test.step('P 2.4: under 768 px the list is a full-screen drawer', async () => {
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(list(page)).toBeHidden()
    await show.click()
    await expect(list(page)).toBeVisible()
    await expect.poll(() => list(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 800 })
    const width = (await list(page).boundingBox())?.width
    // Beside it stays the room of the scrollbar.
    expect(width).toBeGreaterThanOrEqual(767 - 15)
    await expectAccessible(page)
  })
  await test.step('the drawer closes by its button, by Escape and by going back', async () => {
    await page.getByRole('button', { name: 'Close the list' }).click()
    await expect(log(page)).toBeVisible()
    await show.click()
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

test('the open thread and the unread count ask by themselves', async ({ page }) => {
  await page.clock.install()
  const client = await newClient(page)
  const professionalId = await idOf(page, DEMO_PEOPLE.lucia.slug)
  const contact = { client_id: client.id, professional_id: professionalId }
  await page.request.post('/api/chat/initiate-contact', { data: contact })
  const asked = { thread: 0, unread: 0 }
  page.on('request', (request) => {
    if (request.url().includes(`/api/chat/messages/${client.id}/`)) asked.thread++
    if (request.url().includes('/api/chat/unread-count/')) asked.unread++
  })
  await page.goto(`/messages/${professionalId}`)
  await expect(field(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = { ...asked }
  await test.step('C 4: the unread count is asked for once on load', () => {
    expect(before.unread).toBeGreaterThan(0)
  })
  await test.step('P 9: the refresh of the open message thread waits for 30 s', async () => {
    await page.clock.runFor(20_000)
    expect(asked).toEqual(before)
  })
  await page.clock.runFor(11_000)
  await test.step('P 4: the open thread refreshes every 30 s', async () => {
    await expect.poll(() => asked.thread).toBe(before.thread + 1)
  })
  await test.step('P 4: the unread count is refreshed every 30 s', async () => {
    await expect.poll(() => asked.unread).toBe(before.unread + 1)
  })
})

test.describe(() => {
  test.use({ expected: [FAILED_LOAD] })

  test('what cannot be had is told by a toast that can be dismissed', async ({ page }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
    const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await test.step('P 8: Failed to load conversations', async () => {
      await page.route('**/api/chat/conversations/*', (route) => fail(route))
      await page.goto('/messages')
      await expect(toast('Failed to load conversations')).toBeVisible()
    })
    await test.step('P 2.4: the toast can be dismissed', async () => {
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast('Failed to load conversations')).toHaveCount(0)
    })
    await test.step('another try shows them', async () => {
      await page.unroute('**/api/chat/conversations/*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(list(page)).toBeVisible()
    })
    await test.step('P 8: Failed to load messages', async () => {
      await page.route(THREAD, (route) => fail(route))
      await page.goto(`/messages/${graceId}`)
      await expect(toast('Failed to load messages')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.unroute(THREAD)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(log(page)).toBeVisible()
    })
    await test.step('P 8: Failed to send message', async () => {
      const text = unlike('Refused once')
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

  test('what is written without a network waits, is kept over a new page, and arrives once', async ({
    page,
    context,
    browser,
    watch,
  }) => {
    const { mayaId } = await mayaWritesToGrace(page)
    const { page: grace, context: hers } = await professionalsBrowser(
      browser,
      watch,
      DEMO_PEOPLE.grace,
    )
    const text = unlike('Written in a tunnel')
    await context.setOffline(true)
    await field(page).fill(text)
    await send(page).click()
    await expect(log(page).getByText(text)).toBeVisible()
    await expect(log(page).getByText(/^Waits for a connection/)).toBeVisible()
    await page.route(SEND, (route) => route.abort('internetdisconnected'))
    await context.setOffline(false)
    await page.reload()
    await expect(log(page).getByText(text)).toBeVisible()
    await page.unroute(SEND)
    await expect(log(page).getByText(/^Waits for a connection/)).toHaveCount(0)
    await grace.goto(`/messages/${mayaId}`)
    await expect(log(grace).getByText(text)).toHaveCount(1)
    await hers.close()
  })
})

test('a lead without a credit is locked: known by first name, opened by a lead that is bought', async ({
  page,
  browser,
  watch,
}) => {
  const client = await newClient(page)
  const luciaId = await idOf(page, DEMO_PEOPLE.lucia.slug)
  await page.request.post('/api/chat/initiate-contact', {
    data: { client_id: client.id, professional_id: luciaId },
  })
  await page.goto(`/messages/${luciaId}`)
  const secret = unlike('My gate code is blue')
  await field(page).fill(secret)
  await send(page).click()
  await expect(log(page).getByText(/· Sent$/)).toBeVisible()

  const { page: lucia, context } = await professionalsBrowser(browser, watch, DEMO_PEOPLE.lucia)
  await lucia.goto(`/messages/${client.id}`)
  await expect(
    lucia.getByText('No lead credits left. Buy a lead to open this conversation.'),
  ).toBeVisible()
  await expect(lucia.getByRole('heading', { name: 'Robin', exact: true })).toBeVisible()
  await expect(lucia.getByText('Journey')).toHaveCount(0)
  await expect(lucia.getByText(secret)).toHaveCount(0)
  await expect(field(lucia)).toHaveCount(0)
  await expectAccessible(lucia)
  await lucia.getByRole('button', { name: 'Buy a lead for $15.00' }).click()
  await expect(lucia).toHaveURL(/checkout/)
  await context.close()
})

test('whatever is written is shown exactly and never executed', async ({ page }) => {
  await mayaWritesToGrace(page)
  const odd = [
    unlike('<img src=x onerror=alert(1)><b>bold</b>'),
    unlike('مرحبا \u202Eabc\u202C'),
    unlike('👩🏽‍🦱🧽✨'),
    unlike('long'.repeat(200)),
  ]
  for (const text of odd) {
    // What controls a machine is no text.
    await field(page).fill(`\u0000${text}\u001B`)
    await send(page).click()
    await expect(log(page).locator('p', { hasText: text }).last()).toHaveText(text)
    await expect(field(page)).toHaveValue('')
    await expect(log(page).getByText('Sending...')).toHaveCount(0)
  }
  await page.reload()
  for (const text of odd) {
    await expect(log(page).locator('p', { hasText: text }).last()).toHaveText(text)
  }
  const wide = await log(page).evaluate((node) => node.scrollWidth <= node.clientWidth)
  expect(wide).toBe(true)
  await field(page).fill('x'.repeat(5001))
  await expect(page.getByText(/A message can have up to 5,000 characters\./)).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await expect(field(page)).toHaveValue('x'.repeat(5001))
  await field(page).fill('')
})

test('a professional is warned of a cheque and of a code somebody asks for', async ({
  page,
  browser,
  watch,
}) => {
  const { mayaId } = await mayaWritesToGrace(page)
  for (const text of ['I will mail you a cashier’s check', 'Send me the verification code']) {
    await field(page).fill(unlike(text))
    await send(page).click()
    await expect(field(page)).toHaveValue('')
    await expect(log(page).getByText('Sending...')).toHaveCount(0)
  }
  await expect(log(page).getByText(/^Careful/)).toHaveCount(0)
  const { page: grace, context } = await professionalsBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  await expect(
    log(grace)
      .getByText(/^Careful: a check can bounce/)
      .last(),
  ).toBeVisible()
  await expect(
    log(grace)
      .getByText(/^Careful: never pass on a code/)
      .last(),
  ).toBeVisible()
  await context.close()
})

test('a photo is seen before it goes, arrives, and opens large for both', async ({
  page,
  browser,
  watch,
}) => {
  const { mayaId } = await mayaWritesToGrace(page)
  const words = unlike('The stain by the window')
  const stain = await photo('stain.jpg')
  await page.getByLabel('Add a photo').setInputFiles(stain)
  await expect(page.getByAltText('Chosen photo: stain.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByAltText('Chosen photo: stain.jpg')).toHaveCount(0)
  await page.getByLabel('Add a photo').setInputFiles(stain)
  await expectAccessible(page)
  await field(page).fill(words)
  await send(page).click()
  await expect(log(page).getByText(/· (Sent|Read)$/)).toBeVisible()
  await expect(log(page).getByText(words)).toHaveCount(1)

  const { page: grace, context } = await professionalsBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  await expect(log(grace).getByText(words)).toBeVisible()
  const open = log(grace).getByRole('button', { name: 'Open: Photo by Maya Thompson' }).last()
  await open.click()
  const large = grace.getByRole('dialog').getByAltText('Photo by Maya Thompson')
  await expect
    .poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await grace.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await context.close()
})

test('what happens to a booking is a card in the thread, with what may be done', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const hands = await openMayaApi(baseURL)
  const { mayaId } = await mayaWritesToGrace(page)
  await hands.requestVisit(randomDayAhead(120), '15:30')
  const { page: grace, context } = await professionalsBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  const asked = card(grace, 'Maya Thompson asked for a visit')
  await expect(asked).toContainText('Waiting for an answer')
  await asked.getByRole('button', { name: 'Decline' }).click()
  await expect(card(grace, 'You declined the visit')).toContainText('Declined')
  await expect(card(page, /Grace Walker.* declined the visit/)).toContainText('Declined')

  await hands.requestVisit(randomDayAhead(200), '16:30')
  await card(grace, 'Maya Thompson asked for a visit')
    .getByRole('button', { name: 'Accept' })
    .click()
  await expect(card(grace, 'You accepted the visit')).toContainText('Accepted')
  const mine = card(page, /Grace Walker.* accepted the visit/)
  await expect(mine).toContainText('Accepted')
  await mine.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByLabel('Why?').fill('Only a journey')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(card(page, 'You cancelled the visit')).toContainText('Cancelled')
  await expectAccessible(page)
  await hands.dispose()
  await context.close()
})

test('who is blocked cannot write until she is unblocked; a report says what happened', async ({
  page,
}) => {
  const client = await newClient(page)
  const luciaId = await idOf(page, DEMO_PEOPLE.lucia.slug)
  await page.request.post('/api/chat/initiate-contact', {
    data: { client_id: client.id, professional_id: luciaId },
  })
  await page.goto(`/messages/${luciaId}`)
  const more = page.getByRole('button', { name: 'Block or report' })
  await more.click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(/^You have blocked /)).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(field(page)).toBeVisible()
  await more.click()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('What happened?').fill('Only a journey')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. We look into it.')).toBeVisible()
})

const card = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text }).last()

const fail = (route: { fulfill(options: object): Promise<void> }) =>
  route.fulfill({ status: 500, json: { detail: 'Something went wrong', code: 'unexpected' } })
