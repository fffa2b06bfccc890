import { expect } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { hold } from '../support/server/hold.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { largePhoto, photo } from '../support/profile-form.ts'
import {
  field,
  list,
  log,
  newPair,
  openMayaConversation,
  openProfessionalBrowser,
  send,
  uniqueText,
} from '../support/conversation.ts'

const SEND = '**/api/chat/messages'

// rule: live-refresh, message-screen, messages, message-read, conversation-list, conversation-access
test('a client and a professional write to each other', async ({ page, browser, watch }) => {
  const { client, professional, professionalPage, context } = await newPair(page, browser, watch)
  const name = 'Robin Journey'
  await page.goto(`/messages/${professional.id}`)
  await expect(field(page)).toBeVisible()
  const question = uniqueText('Do you clean ovens?')

  await test.step('the conversation list is on the left, the thread on the right', async () => {
    const [left, right] = [await list(page).boundingBox(), await log(page).boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  })
  await test.step('the send button is disabled while the text is empty', async () => {
    await expect(send(page)).toBeDisabled()
    for (const invisible of ['  \n ', '\u200B\u202E', '\u0007']) {
      await field(page).fill(invisible)
      await expect(send(page)).toBeDisabled()
    }
    await field(page).fill('x')
    await expect(send(page)).toBeEnabled()
  })
  await test.step('the send button is disabled while a send is in progress', async () => {
    const heldRequest = await hold(page, SEND)
    await field(page).fill(`  ${question} \n`)
    await send(page).click()
    await expect(log(page).getByText(question)).toBeVisible()
    await expect(log(page).getByText('Sending...')).toBeVisible()
    await field(page).fill('The next one')
    await expect(send(page)).toBeDisabled()
    heldRequest.release()
    await expect(send(page)).toBeEnabled()
    await field(page).fill('')
  })
  await test.step('the text is trimmed', async () => {
    const shown = log(page).locator('p', { hasText: question })
    await expect(shown).toHaveText(question)
    expect(await shown.evaluate((node) => node.textContent)).toBe(question)
    await expect(log(page).getByText(/· Sent$/)).toBeVisible()
  })
  await test.step('the header has Messages with an unread badge', async () => {
    await professionalPage.goto('/dashboard')
    await expect(
      professionalPage.getByRole('link', { name: /^Messages \d+ unread$/ }),
    ).toBeVisible()
  })
  await test.step('a conversation in the list has the name of the other side, the last message, its time and the unread count', async () => {
    await professionalPage.getByRole('link', { name: /^Messages/ }).click()
    const row = list(professionalPage).getByRole('link').first()
    await expect(row).toContainText(name)
    await expect(row).toContainText(question)
    await expect(row.getByRole('time')).toHaveText(/^\d+:\d\d [AP]M$/)
    await expect(row.getByText(/^\d+ unread$/)).toBeAttached()
  })
  await test.step('opening a conversation loads its messages and marks received unread ones as read', async () => {
    await list(professionalPage).getByRole('link').first().click()
    await expect(professionalPage).toHaveURL(new RegExp(`/messages/${client.id}$`))
    await expect(log(professionalPage).getByText(question)).toBeVisible()
    const row = list(professionalPage).getByRole('link').first()
    await expect(row.getByText(/^\d+ unread$/)).toHaveCount(0)
    await expect(log(page).getByText(/· Read$/)).toBeVisible()
  })
  await test.step('a professional sees the client’s phone, name and email, with a call link', async () => {
    await expect(professionalPage.getByRole('heading', { name })).toBeVisible()
    const call = professionalPage.getByRole('link', { name: /^Call Robin Journey: / })
    await expect(call).toHaveAttribute('href', 'tel:5125550177')
    await expect(professionalPage.getByRole('link', { name: client.email })).toBeVisible()
  })
  await test.step('clients do not see the contact details of others', async () => {
    await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0)
    await expect(page.getByText(professional.email)).toHaveCount(0)
  })
  await test.step('an answer appears without a reload, and before it that the other side is typing', async () => {
    const answer = uniqueText('Yes, ovens too.')
    await field(professionalPage).pressSequentially('Yes')
    await expect(page.getByText(/is typing\.\.\.$/)).toBeVisible()
    await field(professionalPage).fill(answer)
    await field(professionalPage).press('Enter')
    await expect(log(page).getByText(answer)).toBeVisible()
    await expect(log(professionalPage).getByText(/· Read$/)).toBeVisible()
  })
  await test.step('a message under 24 h old shows the clock’s time', async () => {
    await expect(log(page).getByRole('time').last()).toHaveText(/^\d+:\d\d [AP]M$/)
  })
  await test.step('a message that is 24 h old shows its date', async () => {
    await page.clock.setFixedTime(Date.now() + 25 * 3_600_000)
    await page.reload()
    await expect(log(page).getByRole('time').last()).toHaveText(/^[A-Z][a-z]{2} \d+(, \d{4})?$/)
  })
  await context.close()
})

// rule: messages, text-input
test('a text is shown exactly and never executed', async ({ page }) => {
  await openMayaConversation(page)
  await expect(page.getByRole('heading', { name: 'Grace Walker Cleaning' })).toBeVisible()
  const unusualTexts = [
    uniqueText('<img src=x onerror=alert(1)><b>bold</b>'),
    uniqueText('مرحبا abc'),
    uniqueText('👩🏽‍🦱🧽✨'),
    uniqueText('long'.repeat(200)),
  ]
  for (const text of unusualTexts) {
    // Control characters, and those that turn the direction of the text, are removed.
    await field(page).fill(`\u0000\u202E${text}\u202C\u001B`)
    await send(page).click()
    await expect(log(page).locator('p', { hasText: text }).last()).toHaveText(text)
    await expect(field(page)).toHaveValue('')
    await expect(log(page).getByText('Sending...')).toHaveCount(0)
  }
  await page.reload()
  for (const text of unusualTexts) {
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

// rule: accessibility
test('the Enter that chooses a word of an input method sends nothing, as Safari and as other browsers send it', async ({
  page,
}) => {
  await openMayaConversation(page)
  const text = uniqueText('にほんご')
  await field(page).fill(text)
  const press = (key: { isComposing?: boolean; keyCode: number }) =>
    field(page).evaluate((node, init) => node.dispatchEvent(new KeyboardEvent('keydown', init)), {
      key: 'Enter',
      bubbles: true,
      cancelable: true,
      ...key,
    })
  expect(await press({ isComposing: true, keyCode: 229 })).toBe(true)
  // Safari ends the composition before it sends this key.
  expect(await press({ isComposing: false, keyCode: 229 })).toBe(true)
  await expect(field(page)).toHaveValue(text)
  expect(await press({ keyCode: 13 })).toBe(false)
  await expect(field(page)).toHaveValue('')
  await expect(log(page).getByText(text)).toHaveCount(1)
})

// rule: block
test('a message about a check or a code shows its receiver a warning', async ({
  page,
  browser,
  watch,
}) => {
  const { mayaId } = await openMayaConversation(page)
  for (const text of ['I will mail you a cashier’s check', 'Send me the verification code']) {
    await field(page).fill(uniqueText(text))
    await send(page).click()
    await expect(field(page)).toHaveValue('')
    await expect(log(page).getByText('Sending...')).toHaveCount(0)
  }
  await expect(log(page).getByText(/^Careful/)).toHaveCount(0)
  const { page: grace, context } = await openProfessionalBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  await expect(
    log(grace)
      .getByText(/^Careful: a check can bounce/)
      .last(),
  ).toBeVisible()
  await expect(
    log(grace)
      .getByText(/^Careful: never share a code/)
      .last(),
  ).toBeVisible()
  await context.close()
})

// rule: messages
test('a photo is shown before it is sent, arrives, and opens large', async ({
  page,
  browser,
  watch,
}) => {
  const { mayaId } = await openMayaConversation(page)
  const text = uniqueText('The stain by the window')
  const stain = await photo('stain.jpg')
  // The last one counts, also while the one before it is still made smaller.
  await page.getByLabel('Add a photo').setInputFiles(await largePhoto('room.jpg'))
  await page.getByLabel('Add a photo').setInputFiles(stain)
  await expect(page.getByAltText('Chosen photo: stain.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByAltText('Chosen photo: stain.jpg')).toHaveCount(0)
  await page.getByLabel('Add a photo').setInputFiles(stain)
  await expectAccessible(page)
  await field(page).fill(text)
  await send(page).click()
  await expect(log(page).getByText(/· (Sent|Read)$/)).toBeVisible()
  await expect(log(page).getByText(text)).toHaveCount(1)

  const { page: grace, context } = await openProfessionalBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  await expect(log(grace).getByText(text)).toBeVisible()
  const open = log(grace).getByRole('button', { name: 'Open: Photo by Maya' }).last()
  await open.click()
  const large = grace.getByRole('dialog').getByAltText('Photo by Maya')
  await expect
    .poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await grace.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await context.close()
})
