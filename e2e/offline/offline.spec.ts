// rule: offline
import { readFileSync } from 'node:fs'
import { expect, request as playwright } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { inDays } from '../support/new-client.ts'
import { startTestProxy } from '../support/server/test-proxy.ts'
import type { TestProxy } from '../support/server/test-proxy.ts'
import { idOf } from '../support/new-client.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { field, log, send, uniqueText } from '../support/conversation.ts'
import { openMayaApi, randomDayAhead } from '../support/visits.ts'
import { storedTextsOf } from '../support/server/stored-texts.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const OFFLINE = 'No internet connection. App is running in offline mode.'
const GRACE = 'Grace Walker Cleaning'

// The browser itself reports each failed request.
test.use({
  worker: true,
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

let proxy: TestProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await startTestProxy(baseURL ?? '')
})
test.afterEach(() => proxy.stop())

async function goOffline(context: BrowserContext): Promise<void> {
  proxy.dropConnections(true)
  await context.setOffline(true)
}

async function goOnline(context: BrowserContext): Promise<void> {
  proxy.dropConnections(false)
  await context.setOffline(false)
}

/** The built file of a lazily loaded part of an area. */
function builtFile(part: string): string {
  const manifest = JSON.parse(
    readFileSync('web/dist/client/.vite/manifest.json', 'utf8'),
  ) as Record<string, { file: string }>
  return manifest[`web/src/features/${part}.tsx`]!.file
}

/** The code of the main screens is cached. */
const expectReady = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-offline-ready', '')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The file name of a professional's first photo without size and ending. */
async function firstPhotoOf(page: Page, slug: string): Promise<string> {
  const answer = await page.request.get(`/api/public/professional/${slug}`)
  const { professional } = (await answer.json()) as { professional: { gallery_images: string[] } }
  return /[0-9a-f]{32}/.exec(professional.gallery_images[0] ?? '')?.[0] ?? 'no photo'
}

const expectStored = (page: Page, ...texts: string[]) =>
  expect.poll(() => storedTextsOf(page, texts)).toEqual(texts)
const expectNoneStored = (page: Page, ...texts: string[]) =>
  expect.poll(() => storedTextsOf(page, texts)).toEqual([])

// rule: offline, user-storage
test('a client reads their own data and writes offline, and logout leaves nothing for the next user', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const mayaApi = await openMayaApi(baseURL)
  const visit = await mayaApi.requestVisit(randomDayAhead(120), '10:00')
  const message = uniqueText('Shall I leave the key?')
  await mayaApi.sendMessage(message)
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const at = (path: string) => proxy.origin + path
  const booking = `/visits/${visit.id}`
  const thread = `/messages/${graceId}`
  const profile = `/professionals/${graceId}`

  await page.goto(at('/marketplace'))
  await expectReady(page)
  await page.goto(at(profile))
  await expect(title(page)).toHaveText(GRACE)
  await expect(
    page.getByRole('button', { name: 'See photo 1 of 5' }).first().getByRole('img'),
  ).toBeVisible()
  await expectStored(page, `["profile","${graceId}"]`, '/uploads/')
  await page.goto(at(`${profile}?book=1`))
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  const address = dialog.getByLabel(t('homes:address.street'), { exact: true })
  await dialog.getByRole('radio', { name: t('homes:other_address') }).check()
  await submitOf(dialog).click()
  await dialog.locator('[name=zip_code]').fill('78701')
  await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
  await dialog.locator('[name=booking_date]').fill(inDays(20))
  await dialog.locator('[name=booking_time]').fill('03:00')
  await submitOf(dialog).click()
  await address.fill('12 Offline Lane')
  await page.goto(at(booking))
  await expect(page.getByText(visit.address).first()).toBeVisible()
  await expectStored(page, `"one","${visit.id}"`)
  await page.goto(at('/bookings'))
  await expect(
    page.getByRole('heading', { name: t('bookings:mine.later'), exact: true }),
  ).toBeVisible()
  await expectStored(page, '"bookings","client"')
  await page.goto(at('/bookings?view=calendar'))
  await expectStored(page, '"bookings","between"')
  await page.goto(at(thread))
  await expect(log(page).getByText(message)).toBeVisible()
  // The app stores a read shortly after it has shown it.
  await expectStored(page, message)

  await goOffline(context)
  await test.step('in an open page a link opens the bookings', async () => {
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My bookings' }).click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })
  await test.step('offline, a reload shows the signed-in user and their bookings', async () => {
    await page.goto(at('/bookings'))
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    const saved = page.getByText(t('loading:saved', { time: '' }).trim())
    await expect(saved).toBeVisible()
    await expectAccessible(page)
    // rule: booking-lists
    await page.goto(at('/bookings?view=calendar'))
    await expect(page.getByRole('table')).toBeVisible()
    await expect(saved).toBeVisible()
    await page.goto(at(booking))
    await expect(page.getByText(visit.address).first()).toBeVisible()
  })
  await test.step('offline, a profile that was opened before is shown with its photos', async () => {
    await page.goto(at(profile))
    await expect(title(page)).toHaveText(GRACE)
    const photo = page.getByRole('button', { name: 'See photo 1 of 5' }).first().getByRole('img')
    await expect(photo).toBeVisible()
    expect(
      await photo.evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
  })
  await test.step('offline, a booking that was never read shows a failure, and the app keeps working', async () => {
    await page.goto(at('/visits/00000000-0000-7000-8000-000000000000'))
    await expect(page.getByText(t('visits:failed'))).toBeVisible()
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
  })
  const unsent = uniqueText('I wrote this on the train')
  await test.step('a message written offline waits to be sent, also after a reload', async () => {
    await page.goto(at(thread))
    await expect(log(page).getByText(message)).toBeVisible()
    await field(page).fill(unsent)
    await send(page).click()
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toBeVisible()
    await page.reload()
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toBeVisible()
  })
  await test.step('a half-completed booking form is still filled in after an offline reload', async () => {
    await page.goto(at(`${profile}?book=1`))
    await expect(address).toHaveValue('12 Offline Lane')
  })
  await test.step('when the connection returns the waiting message is sent', async () => {
    await goOnline(context)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
    await page.goto(at(thread))
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toHaveCount(0)
  })

  const mayaTexts = [
    visit.address,
    message,
    unsent,
    DEMO_PEOPLE.maya.email,
    'Thompson',
    '12 Offline Lane',
    await firstPhotoOf(page, DEMO_PEOPLE.grace.slug),
  ]
  await test.step('before logout the browser stores all of it', async () => {
    await expectStored(page, ...mayaTexts.filter((text) => text !== unsent))
  })
  await test.step('logout deletes everything of the client from the browser', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(at('/'))
    await expectNoneStored(page, ...mayaTexts, '/uploads/')
    // The next user needs the login screen.
    await expectStored(page, '/assets/login-')
  })
  await test.step('offline, the next user sees the login screen and nothing of the client', async () => {
    await goOffline(context)
    for (const path of [booking, '/bookings', thread]) {
      await page.goto(at(path))
      await expect(page).toHaveURL(/\/login\?next=/)
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
      await expect(page.getByText(OFFLINE)).toBeVisible()
      await expect(page.getByText('Maya')).toHaveCount(0)
    }
  })
  await test.step('another user who logs in on the same device sees only their own data', async () => {
    await goOnline(context)
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    await page.goto(at('/bookings'))
    await expect(page.getByRole('banner').getByText('Welcome, Carlos')).toBeVisible()
    await expectStored(page, DEMO_PEOPLE.carlos.email)
    await goOffline(context)
    await page.goto(at(booking))
    await expect(page.getByText(t('visits:failed'))).toBeVisible()
    await page.goto(at(thread))
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByText(message)).toHaveCount(0)
    await expectNoneStored(page, ...mayaTexts)
  })
  await mayaApi.cancel(visit)
  await mayaApi.dispose()
})

// rule: logout, user-storage
test('offline logout leaves no data in the browser, and the session ends when the connection returns', async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const thread = `${proxy.origin}/messages/${graceId}`
  await page.goto(`${proxy.origin}/marketplace`)
  await expectReady(page)
  await page.goto(`${proxy.origin}/bookings`)
  await expectStored(page, '"bookings","client"', DEMO_PEOPLE.maya.email)
  await page.goto(thread)
  await expect(log(page)).toBeVisible()
  const unsent = uniqueText('Half a thought')
  await field(page).fill(unsent)
  await expectStored(page, unsent)
  // Offline logout needs this code.
  await expectStored(page, '/assets/clear-device-')
  const otherTab = await context.newPage()
  await otherTab.goto(thread)
  await expect(log(otherTab)).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === 'lustra_session')
  const mayaSession = await playwright.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { cookie: `lustra_session=${cookie?.value}` },
  })
  const sessionStatus = async () => (await mayaSession.get('/api/auth/me')).status()

  await goOffline(context)
  await test.step('logout opens the login screen in every tab at once, and the browser stores nothing of the client', async () => {
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    for (const tab of [page, otherTab]) {
      await expect(tab).toHaveURL(/\/login/)
      await expect(tab.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      await expect(log(tab)).toHaveCount(0)
    }
    await expectNoneStored(
      page,
      DEMO_PEOPLE.maya.email,
      'Thompson',
      unsent,
      '"bookings","client"',
      '/uploads/',
    )
  })
  await test.step('offline, a reload shows nobody signed in', async () => {
    await page.goto(thread)
    await expect(page).toHaveURL(/\/login\?next=/)
    await expect(page.getByText('Maya')).toHaveCount(0)
    expect(await sessionStatus()).toBe(200)
  })
  await test.step('when the connection returns the session ends by itself, and nobody is signed in', async () => {
    await goOnline(context)
    await expect.poll(sessionStatus, { timeout: 20_000 }).toBe(401)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContain('lustra_logged_out')
    await page.goto(`${proxy.origin}/bookings`)
    await expect(page).toHaveURL(/\/login\?next=/)
  })
  await mayaSession.dispose()
})

// rule: user-storage
test('stored data is deleted when another user logs in, and when the session has ended', async ({
  page,
  context,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/bookings`)
  await expectReady(page)
  const { id: mayaId } = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  await expectStored(page, `"bookings","client","${mayaId}"`, DEMO_PEOPLE.maya.email)
  const photo = await firstPhotoOf(page, DEMO_PEOPLE.grace.slug)
  const seePhoto = async () => {
    await page.goto(`${proxy.origin}/professional/grace-walker`)
    await expect(title(page)).toHaveText(GRACE)
    await expectStored(page, photo)
  }
  await seePhoto()

  await test.step('another user logs in before the first one has logged out', async () => {
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    // The open page notices the other user and reloads, which can cancel this navigation.
    await expect(async () => {
      await page.goto(`${proxy.origin}/marketplace`)
    }).toPass()
    await expect(page.getByRole('banner').getByText('Welcome, Carlos')).toBeVisible()
    await expectNoneStored(page, mayaId, DEMO_PEOPLE.maya.email, photo)
  })
  await test.step('when the server reports that the session has ended, the stored data is deleted', async () => {
    await page.goto(`${proxy.origin}/bookings`)
    await expectStored(page, '"bookings","client"', DEMO_PEOPLE.carlos.email)
    await seePhoto()
    await context.clearCookies()
    await page.goto(`${proxy.origin}/`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expectNoneStored(page, '"bookings","client"', DEMO_PEOPLE.carlos.email, photo)
  })
})

test('a professional reads the dashboard offline, and the dialogs of a visit are stored', async ({
  page,
  context,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/dashboard`)
  // The messages of a first dashboard go before, after seven seconds.
  await expectReady(page)
  await expectStored(
    page,
    ...[
      'visits/problems/report-dialog',
      'visits/problems/answer-form',
      'bookings/agreements/change-dialog',
    ].map(builtFile),
  )
  const heading = await title(page).textContent()
  await expectStored(page, '"bookings","dashboard"')
  await goOffline(context)
  await page.reload()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(title(page)).toHaveText(heading ?? '')
  await expect(page.getByRole('banner').getByText('Welcome, Grace')).toBeVisible()
  await expectAccessible(page)
})

test('a visitor opens a visited profile again offline', async ({ page, context }) => {
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await expectReady(page)
  await expectStored(page, '"public-profile"')
  await goOffline(context)
  await page.reload()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(title(page)).toHaveText(GRACE)
})
