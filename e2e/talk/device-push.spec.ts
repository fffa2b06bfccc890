// rule: push-devices, notice-privacy, notice-switches
import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { chromiumFlags } from '../support/server/chromium-flags.ts'
import { expectAccessible, logIn, readIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

type Scope = {
  registration: { getNotifications(): Promise<Notification[]> }
  clients: { openWindow(url: string): Promise<void> }
  WindowClient: { prototype: { focus(this: { url: string }): Promise<void> } }
  ExtendableEvent: { prototype: { waitUntil(work: Promise<void>): void } }
  NotificationEvent: new (type: string, init: { notification?: Notification }) => Event
  dispatchEvent(event: Event): boolean
}

/**
 * Presses the shown notification. Returns the window requests and the number of notifications that are left.
 * A browser opens windows only after a real press, so the service worker's request is recorded instead.
 */
async function press(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  return worker!.evaluate(async () => {
    const scope = globalThis as unknown as Scope
    const windowRequests: string[] = []
    const pendingWork: Promise<void>[] = []
    scope.clients.openWindow = async (url) => void windowRequests.push(`open ${url}`)
    scope.WindowClient.prototype.focus = async function () {
      windowRequests.push(`focus ${this.url}`)
    }
    scope.ExtendableEvent.prototype.waitUntil = (work) => void pendingWork.push(work)
    const [notification] = await scope.registration.getNotifications()
    const init = notification ? { notification } : {}
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', init))
    await Promise.all(pendingWork)
    return { windowRequests, left: (await scope.registration.getNotifications()).length }
  })
}

/** Chromium without a vendor's push service refuses to subscribe. Only the answer of that service is simulated. */
async function withPushService(page: Page) {
  await page.addInitScript(() => {
    const key = 'lustra.e2e-push'
    const subscription = () => {
      const endpoint = localStorage.getItem(key)
      if (!endpoint) return null
      const p256dh = `B${'A'.repeat(86)}`
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } }),
        unsubscribe: () => Promise.resolve(localStorage.removeItem(key)),
      }
    }
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(subscription() as PushSubscription | null)
    PushManager.prototype.subscribe = () => {
      localStorage.setItem(key, `https://push.example.com/${crypto.randomUUID()}`)
      return Promise.resolve(subscription() as unknown as PushSubscription)
    }
  })
}

const executablePath = process.env['CHROMIUM_PATH']

// A headless shell cannot show notifications.
test.use({
  worker: true,
  launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags() },
})

test.describe('until the user logs out', () => {
  // Requests in flight when the session ended.
  test.use({ expected: [/Failed to load resource: the server responded with a status of 401/] })
  test('a user switches notifications on for this device, sees one, and logging out ends them', async ({
    page,
    context,
    baseURL,
  }) => {
    await withPushService(page)
    await context.grantPermissions(['notifications'])
    await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    await page.goto('/settings/notices')
    const device = page.getByRole('checkbox', { name: 'Notifications on this device' })
    await expect(device).not.toBeChecked()
    await device.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(device).toBeChecked()
    await expectAccessible(page)

    await test.step('a device that the server has lost is added again by itself at the next visit', async () => {
      const endpoint = async () =>
        (await (await page.request.get('/api/notices/push')).json()).endpoint as string | null
      const first = await endpoint()
      await expect(await page.request.delete('/api/notices/push')).toBeOK()
      await page.goto('/')
      await expect.poll(endpoint).toEqual(expect.stringContaining('https://'))
      expect(await endpoint()).not.toBe(first)
      await page.goto('/settings/notices')
      await expect(device).toBeChecked()
    })

    await test.step('a push from the server is shown, and one without a text too', async () => {
      const worker = await context.newCDPSession(page)
      const registered = new Promise<string>((resolve) => {
        worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [registration] = registrations
          if (registration) resolve(registration.registrationId)
        })
      })
      await worker.send('ServiceWorker.enable')
      const shown = {
        id: 'one',
        title: 'Maya asks you for a visit',
        href: '/dashboard',
        lang: 'en',
      }
      await worker.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(baseURL ?? '').origin,
        registrationId: await registered,
        data: JSON.stringify(shown),
      })
      const notices = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready
          const notifications = await registration.getNotifications()
          return notifications.map(({ title, tag, data }) => ({
            title,
            tag,
            href: String(data.href),
          }))
        })
      await expect
        .poll(notices)
        .toEqual([{ title: 'Maya asks you for a visit', tag: 'one', href: '/dashboard' }])
      await worker.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(baseURL ?? '').origin,
        registrationId: await registered,
        data: '',
      })
      const title = 'There is something new for you on Lustra'
      await expect.poll(notices).toContainEqual({ title, tag: 'new', href: '/' })
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const [latest] = await registration.getNotifications({ tag: 'new' })
        latest?.close()
      })
    })

    await test.step('a pressed notification opens its page, or focuses the window that shows it', async () => {
      const { origin } = new URL(baseURL ?? '')
      expect(await press(context)).toEqual({
        windowRequests: [`open ${origin}/dashboard`],
        left: 0,
      })
      await page.goto('/dashboard?open=bookings')
      await page.evaluate(async (href) => {
        const registration = await navigator.serviceWorker.ready
        await registration.showNotification('Maya asks you for a visit', { data: { href } })
      }, '/dashboard')
      const focusCall = `focus ${origin}/dashboard?open=bookings`
      expect(await press(context)).toEqual({ windowRequests: [focusCall], left: 0 })
      await page.goto('/settings/notices')
    })

    await test.step('after it is switched off, the device stays off', async () => {
      await device.click()
      await expect(page.getByText('Saved.')).toBeVisible()
      await page.reload()
      await expect(device).not.toBeChecked()
    })

    await test.step('logging out ends the subscription in the browser too', async () => {
      await device.click()
      await expect(page.getByText('Saved.')).toBeVisible()
      await page.goto('/')
      await page.getByRole('button', { name: 'Log out' }).first().click()
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('lustra.e2e-push')))
        .toBe(null)
    })
  })
})

test('a browser that does not allow notifications says what to do, and every topic can be chosen for devices, in three languages', async ({
  page,
  context,
}) => {
  await context.clearPermissions()
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied')
  })
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto('/settings/notices')
  for (const language of ['pt', 'es', 'en'] as const) {
    const t = translationsIn(language)
    await readIn(page, language)
    const device = page.getByRole('checkbox', { name: t('notices:device.name') })
    await device.click()
    await expect(page.getByRole('alert')).toHaveText(t('notices:device.denied'))
    await expect(device).not.toBeChecked()
    const group = page.getByRole('group', { name: t('notices:topics.money.name') })
    await expect(group.getByRole('checkbox', { name: t('notices:channels.push') })).toBeChecked()
  }
})
