import { endDevicePush } from '#web/session/push-subscription.ts'

/** Whether this browser can be told at all; on iPhones only once the app is on the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Asks the browser, and through it the person, for pushes; undefined if she does not allow them. */
export async function startDevicePush(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
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

/** Whether what this browser keeps is what the server pushes to. */
export async function isDevicePush(endpoint: string | null): Promise<boolean> {
  if (endpoint === null || !canPush()) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint === endpoint
}
