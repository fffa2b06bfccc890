import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { photo } from '../support/profile-form.ts'
import {
  field,
  log,
  openMayaConversation,
  openProfessionalBrowser,
  send,
  uniqueText,
} from '../support/conversation.ts'

const FAILED_CALLS = /Failed to load resource|WebSocket connection|^Unread messages could not be/
const PICTURES = '**/api/chat/pictures/*'
const WAITS = /^Will send when you're back online/

test.use({ expected: [FAILED_CALLS] })

// rule: outbox
test('when sending finds an expired session, the message waits and is sent after login', async ({
  page,
  context,
}) => {
  await openMayaConversation(page)
  const sent = uniqueText('Sent too late')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    // Other requests get no answer, so that sending finds the expired session first.
    if (route.request().method() !== 'POST') await gate.promise
    await route.fallback()
  })
  await field(page).fill(sent)
  await context.clearCookies()
  await send(page).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages/)
  gate.resolve()
  await logInAgain(page)
  await expect(log(page).getByText(sent)).toBeVisible()
  await expect(log(page).getByText(/^(Waits|Sending)/)).toHaveCount(0)
})

// rule: outbox, user-storage
test('when a refresh finds an expired session, typed text and the chosen photo are there after login', async ({
  page,
  context,
}) => {
  await openMayaConversation(page)
  await field(page).fill('Half a thought')
  await page.getByLabel('Add a photo').setInputFiles(await photo('window.jpg'))
  await expect(page.getByAltText('Chosen photo: window.jpg')).toBeVisible()
  await context.clearCookies()
  // When the user returns to the tab, it reads again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages/)
  await logInAgain(page)
  await expectStored(page)
  await test.step('text and photo survive a reload', async () => {
    await page.reload()
    await expectStored(page)
  })
  await test.step('a removed photo stays removed, and logout removes everything', async () => {
    await page.getByRole('button', { name: 'Remove the photo' }).click()
    await page.reload()
    await expect(field(page)).toHaveValue('Half a thought')
    await expect(page.getByAltText(/^Chosen photo/)).toHaveCount(0)
    await page.getByLabel('Add a photo').setInputFiles(await photo('window.jpg'))
    await expect.poll(() => storedFiles(page)).toBe(1)
    await page.goto('/')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await expect.poll(() => storedFiles(page)).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a thought')
  })
})

// rule: outbox, session-expiry
test('a session that ends while the user types leads to login and back, with the typed text', async ({
  page,
}) => {
  await openMayaConversation(page)
  await field(page).pressSequentially('I was about to')
  // The live connection notifies the browser.
  expect((await page.request.post('/api/auth/logout')).ok()).toBe(true)
  // Wherever the focus is by then: the field may be gone before these keys.
  await page.keyboard.type(' say')
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages/)
  await expect(page.getByText('Your session has expired')).toBeVisible()
  await logInAgain(page)
  await expect(field(page)).toHaveValue(/^I was about to/)
  await field(page).fill('')
})

// rule: outbox, messages
test('a photo sent without a network waits with its text, survives a reload, and arrives once', async ({
  page,
  context,
  browser,
  watch,
}) => {
  const { mayaId } = await openMayaConversation(page)
  const text = uniqueText('Seen in a tunnel')
  await context.setOffline(true)
  await sendPhoto(page, text)
  await expect(log(page).getByText(WAITS)).toBeVisible()
  await page.route(PICTURES, (route) => route.abort('internetdisconnected'))
  await context.setOffline(false)
  await page.reload()
  await expect(log(page).getByText(text)).toBeVisible()
  const waiting = log(page).getByAltText('Your photo').last()
  await expect.poll(() => widthOf(waiting)).toBe(800)
  await expect(log(page).getByText(WAITS)).toBeVisible()
  await page.unroute(PICTURES)
  await expect(log(page).getByText(WAITS)).toHaveCount(0)
  await expect.poll(() => storedFiles(page)).toBe(0)

  const { page: grace, context: graceContext } = await openProfessionalBrowser(
    browser,
    watch,
    DEMO_PEOPLE.grace,
  )
  await grace.goto(`/messages/${mayaId}`)
  await expect(log(grace).getByText(text)).toHaveCount(1)
  await expect
    .poll(() => widthOf(log(grace).getByAltText('Photo by Maya').last()))
    .toBeGreaterThan(0)
  await graceContext.close()
})

// rule: outbox
test('if the browser has lost a photo, the sender chooses it again, and its text stays', async ({
  page,
}) => {
  await openMayaConversation(page)
  const text = uniqueText('The stain by the door')
  await page.route(PICTURES, (route) => route.abort('internetdisconnected'))
  await sendPhoto(page, text)
  await expect(log(page).getByText(WAITS)).toBeVisible()
  await expect.poll(() => storedFiles(page)).toBe(1)
  await page.evaluate(() => {
    indexedDB.deleteDatabase('lustra.kept')
  })
  await page.reload()
  await expect(log(page).getByText(text)).toBeVisible()
  await expect(
    log(page).getByText('Not sent. This browser no longer has the photo. Choose it again.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.unroute(PICTURES)
  await log(page)
    .getByLabel('Choose the photo')
    .setInputFiles(await photo('door.jpg'))
  await expect(log(page).getByText(/^Not sent\./)).toHaveCount(0)
  await expect(log(page).getByText(/^(Waits|Sending)/)).toHaveCount(0)
  await expect(log(page).getByText(text)).toHaveCount(1)
})

async function sendPhoto(page: Page, text: string): Promise<void> {
  await page.getByLabel('Add a photo').setInputFiles(await photo('seen.jpg'))
  await field(page).fill(text)
  await send(page).click()
  await expect(log(page).getByText(text)).toBeVisible()
}

async function expectStored(page: Page): Promise<void> {
  await expect(field(page)).toHaveValue('Half a thought')
  await expect(page.getByAltText('Chosen photo: window.jpg')).toBeVisible()
}

async function logInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(DEMO_PEOPLE.maya.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\//)
}

const widthOf = (image: ReturnType<Page['getByAltText']>) =>
  image.evaluate((node) => (node as HTMLImageElement).naturalWidth)

/** How many files this browser stores. */
function storedFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('lustra.kept')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.addEventListener('success', () => {
            opening.result.close()
            resolve(counting.result)
          })
        })
      }),
  )
}
