import { expect, request as playwright } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { startTestProxy } from '../support/test-proxy.ts'
import type { TestProxy } from '../support/test-proxy.ts'
import { idOf } from '../support/new-client.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { field, log, send, uniqueText } from '../support/conversation.ts'
import { openMayaApi, randomDayAhead } from '../support/visits.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const OFFLINE = 'No internet connection. App is running in offline mode.'
const GRACE = 'Grace Walker Cleaning'

// The browser itself tells of every answer that did not come.
test.use({
  worker: true,
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|asked for)/],
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

const isReady = (page: Page) => expect(page.getByText(t('offline:ready'))).toBeVisible()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** A professional's first photo, by the name that all its sizes begin with. */
async function firstPhotoOf(page: Page, slug: string): Promise<string> {
  const answer = await page.request.get(`/api/public/professional/${slug}`)
  const { professional } = (await answer.json()) as { professional: { gallery_images: string[] } }
  return /[0-9a-f]{32}/.exec(professional.gallery_images[0] ?? '')?.[0] ?? 'no photo'
}

/** Which of these texts stand anywhere in what the browser keeps for our origin; what the build made is nobody's. */
function keptOf(page: Page, wanted: readonly string[]): Promise<string[]> {
  return page.evaluate(async (texts) => {
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        kept.push(request.url)
        const response = await cache.match(request)
        if (!request.url.includes('/assets/')) kept.push((await response?.text()) ?? '')
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => all.addEventListener('success', resolve))
        kept.push(JSON.stringify(all.result))
      }
      database.close()
    }
    return texts.filter((text) => kept.some((one) => one.includes(text)))
  }, wanted)
}

const keeps = (page: Page, ...texts: string[]) =>
  expect.poll(() => keptOf(page, texts)).toEqual(texts)
const keepsNone = (page: Page, ...texts: string[]) =>
  expect.poll(() => keptOf(page, texts)).toEqual([])

test('a client reads her own things and writes without internet, and leaves nothing to the next person', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const hands = await openMayaApi(baseURL)
  const visit = await hands.requestVisit(randomDayAhead(120), '10:00')
  const words = uniqueText('Shall I leave the key?')
  await hands.sendMessage(words)
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const at = (path: string) => proxy.origin + path
  const booking = `/bookings/${visit.id}`
  const thread = `/messages/${graceId}`
  const profile = `/professionals/${graceId}`

  await page.goto(at('/marketplace'))
  await isReady(page)
  await page.goto(at(profile))
  await expect(title(page)).toHaveText(GRACE)
  await expect(
    page.getByRole('button', { name: 'See photo 1 of 5' }).first().getByRole('img'),
  ).toBeVisible()
  await keeps(page, `["profile","${graceId}"]`, '/uploads/')
  await page.goto(at(`${profile}?book=1`))
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  const address = dialog.getByLabel(t('bookings:book.address'), { exact: true })
  await address.fill('12 Offline Lane')
  await page.goto(at(booking))
  await expect(page.getByText(visit.address)).toBeVisible()
  await keeps(page, `"one","${visit.id}"`)
  await page.goto(at('/bookings'))
  await expect(page.getByRole('heading', { name: t('bookings:mine.upcoming') })).toBeVisible()
  await keeps(page, '"bookings","client"')
  await page.goto(at(thread))
  await expect(log(page).getByText(words)).toBeVisible()
  // Written down a moment after it was read.
  await keeps(page, words)

  await goOffline(context)
  await test.step('in the page that is open her bookings come by a link', async () => {
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My bookings' }).click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })
  await test.step('C 2.12: without internet the app opens with who is here and her bookings', async () => {
    await page.goto(at('/bookings'))
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(at(booking))
    await expect(page.getByText(visit.address)).toBeVisible()
  })
  await test.step('C 2.12: without internet a profile that was visited opens, with its photos', async () => {
    await page.goto(at(profile))
    await expect(title(page)).toHaveText(GRACE)
    const photo = page.getByRole('button', { name: 'See photo 1 of 5' }).first().getByRole('img')
    await expect(photo).toBeVisible()
    expect(
      await photo.evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
  })
  await test.step('what was not read before is said to need the internet, and nothing breaks', async () => {
    await page.goto(at('/bookings/00000000-0000-7000-8000-000000000000'))
    await expect(page.getByText(t('bookings:one.failed'))).toBeVisible()
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
  })
  const unsent = uniqueText('I wrote this on the train')
  await test.step('a message written without internet waits, also over a reload', async () => {
    await page.goto(at(thread))
    await expect(log(page).getByText(words)).toBeVisible()
    await field(page).fill(unsent)
    await send(page).click()
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toBeVisible()
    await page.reload()
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toBeVisible()
  })
  await test.step('a booking half written is still there over a reload without internet', async () => {
    await page.goto(at(`${profile}?book=1`))
    await expect(address).toHaveValue('12 Offline Lane')
  })
  await test.step('back on the internet what waited is sent', async () => {
    await goOnline(context)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
    await page.goto(at(thread))
    await expect(log(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText(t('messaging:mark.waiting'))).toHaveCount(0)
  })

  const hers = [
    visit.address,
    words,
    unsent,
    DEMO_PEOPLE.maya.email,
    'Thompson',
    '12 Offline Lane',
    await firstPhotoOf(page, DEMO_PEOPLE.grace.slug),
  ]
  await test.step('before she logs out it is all there', async () => {
    await keeps(page, ...hers.filter((thing) => thing !== unsent))
  })
  await test.step('logged out, nothing of hers is left in the browser', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(at('/'))
    await keepsNone(page, ...hers, '/uploads/')
    // The screen that the next person needs.
    await keeps(page, '/assets/login-')
  })
  await test.step('without internet the next person is asked to log in, and finds nothing of hers', async () => {
    await goOffline(context)
    for (const path of [booking, '/bookings', thread]) {
      await page.goto(at(path))
      await expect(page).toHaveURL(/\/login\?next=/)
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
      await expect(page.getByText(OFFLINE)).toBeVisible()
      await expect(page.getByText('Maya')).toHaveCount(0)
    }
  })
  await test.step('another person who logs in on the same phone finds her own things only', async () => {
    await goOnline(context)
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    await page.goto(at('/bookings'))
    await expect(page.getByRole('banner').getByText('Welcome, Carlos')).toBeVisible()
    await keeps(page, DEMO_PEOPLE.carlos.email)
    await goOffline(context)
    await page.goto(at(booking))
    await expect(page.getByText(t('bookings:one.failed'))).toBeVisible()
    await page.goto(at(thread))
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
    await keepsNone(page, ...hers)
  })
  await hands.cancel(visit)
  await hands.dispose()
})

test('logged out without internet, nothing of hers is left, and her session ends as soon as there is a line', async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const graceId = await idOf(page, DEMO_PEOPLE.grace.slug)
  const thread = `${proxy.origin}/messages/${graceId}`
  await page.goto(`${proxy.origin}/marketplace`)
  await isReady(page)
  await page.goto(`${proxy.origin}/bookings`)
  await keeps(page, '"bookings","client"', DEMO_PEOPLE.maya.email)
  await page.goto(thread)
  await expect(log(page)).toBeVisible()
  const unsent = uniqueText('Half a thought')
  await field(page).fill(unsent)
  await keeps(page, unsent)
  // With it goes what forgetting needs.
  await keeps(page, '/assets/clear-device-')
  const other = await context.newPage()
  await other.goto(thread)
  await expect(log(other)).toBeVisible()
  const session = (await context.cookies()).find(({ name }) => name === 'lustra_session')
  const withHers = await playwright.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { cookie: `lustra_session=${session?.value}` },
  })
  const sessionStatus = async () => (await withHers.get('/api/auth/me')).status()

  await goOffline(context)
  await test.step('she logs out: the login stands there at once, in every tab, and the browser keeps nothing of hers', async () => {
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login/)
      await expect(tab.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      await expect(log(tab)).toHaveCount(0)
    }
    await keepsNone(
      page,
      DEMO_PEOPLE.maya.email,
      'Thompson',
      unsent,
      '"bookings","client"',
      '/uploads/',
    )
  })
  await test.step('opened anew without internet the app knows nobody', async () => {
    await page.goto(thread)
    await expect(page).toHaveURL(/\/login\?next=/)
    await expect(page.getByText('Maya')).toHaveCount(0)
    expect(await sessionStatus()).toBe(200)
  })
  await test.step('back on the internet her session ends by itself, and nobody is signed in', async () => {
    await goOnline(context)
    await expect.poll(sessionStatus, { timeout: 20_000 }).toBe(401)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContain('lustra_logged_out')
    await page.goto(`${proxy.origin}/bookings`)
    await expect(page).toHaveURL(/\/login\?next=/)
  })
  await withHers.dispose()
})

test('what a browser keeps goes when another logs in over her, and when her session has ended', async ({
  page,
  context,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/bookings`)
  await isReady(page)
  const { id: mayaId } = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  await keeps(page, `"bookings","client","${mayaId}"`, DEMO_PEOPLE.maya.email)
  const photo = await firstPhotoOf(page, DEMO_PEOPLE.grace.slug)
  const seePhoto = async () => {
    await page.goto(`${proxy.origin}/professional/grace-walker`)
    await expect(title(page)).toHaveText(GRACE)
    await keeps(page, photo)
  }
  await seePhoto()

  await test.step('another person logs in without her logging out', async () => {
    await logIn(page, DEMO_PEOPLE.carlos.email, DEMO_PASSWORD)
    await page.goto(`${proxy.origin}/marketplace`)
    await expect(page.getByRole('banner').getByText('Welcome, Carlos')).toBeVisible()
    await keepsNone(page, mayaId, DEMO_PEOPLE.maya.email, photo)
  })
  await test.step('a session that ended elsewhere takes along what is kept as soon as the server is reached', async () => {
    await page.goto(`${proxy.origin}/bookings`)
    await keeps(page, '"bookings","client"', DEMO_PEOPLE.carlos.email)
    await seePhoto()
    await context.clearCookies()
    await page.goto(`${proxy.origin}/`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await keepsNone(page, '"bookings","client"', DEMO_PEOPLE.carlos.email, photo)
  })
})

test('a professional reads her requests without internet', async ({ page, context }) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto(`${proxy.origin}/dashboard`)
  await isReady(page)
  const said = await title(page).textContent()
  await keeps(page, '"bookings","dashboard"')
  await goOffline(context)
  await page.reload()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(title(page)).toHaveText(said ?? '')
  await expect(page.getByRole('banner').getByText('Welcome, Grace')).toBeVisible()
  await expectAccessible(page)
})

test('a visitor opens a profile again without internet', async ({ page, context }) => {
  await page.goto(`${proxy.origin}/professional/grace-walker`)
  await isReady(page)
  await keeps(page, '"public-profile"')
  await goOffline(context)
  await page.reload()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(title(page)).toHaveText(GRACE)
})
