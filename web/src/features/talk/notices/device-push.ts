import type { Api } from '#web/api/client.ts'
import { endDevicePush } from '#web/session/push-subscription.ts'
import { userStorage } from '#web/session/user-storage.ts'

/** Whether a user wants pushes in this browser. It is forgotten at logout and when another user signs in. */
const wishOf = (userId: string) => userStorage<{ on: true }>(userId, 'push', 'browser')

/** Whether this browser can receive pushes. iPhones can only once the app is on the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Whether this browser's subscription is the one that the server pushes to. */
export async function isDevicePush(endpoint: string | null): Promise<boolean> {
  return endpoint !== null && (await ownEndpoint()) === endpoint
}

async function ownEndpoint(): Promise<string | undefined> {
  if (!canPush()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
}

/** Asks the user for permission, subscribes and adds the device. 'denied': browser or user do not allow it. */
export async function switchDevicePushOn(api: Api, userId: string, publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const body = await subscribe(publicKey).catch(() => undefined)
  if (!body) return 'denied'
  await api.call('POST /api/notices/push', { body })
  wishOf(userId).write({ on: true })
  return 'on'
}

export async function switchDevicePushOff(api: Api, userId: string) {
  wishOf(userId).clear()
  await api.call('DELETE /api/notices/push')
  await endDevicePush()
  return 'off'
}

/**
 * Subscribes this browser anew where its user wants pushes and the server no longer has the device, as after a push
 * service has refused it. Asks the server only in a browser that has had pushes. rule: push-devices
 */
export async function renewDevicePush(api: Api, userId: string): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  const wish = wishOf(userId)
  const own = await ownEndpoint()
  if (!own && !wish.read().on) return
  const { public_key, endpoint } = await api.call('GET /api/notices/push')
  // A browser of before the wish was stored.
  if (own && own === endpoint) return wish.write({ on: true })
  if (!wish.read().on) return
  await api.call('POST /api/notices/push', { body: await subscribe(public_key) })
}

async function subscribe(publicKey: string) {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await endDevicePush()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}
