import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { endDevicePush } from '#web/session/push-subscription.ts'

const deviceKeys = { own: ['notice-device'] } as const

/** Whether this device receives pushes, by the server and by the browser. rule: push-devices */
export function deviceQuery(api: Api) {
  return queryOptions({
    queryKey: deviceKeys.own,
    queryFn: async ({ signal }) => {
      const { public_key, endpoint } = await api.call('GET /api/notices/push', { signal })
      return { publicKey: public_key, isOn: await isDevicePush(endpoint) }
    },
    staleTime: 0,
  })
}

/** Switches pushes on this device. Returns 'denied' when the browser or the user does not allow them. */
export function useSwitchDevice() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ on, publicKey }: { on: boolean; publicKey: string }) => {
      if (!on) {
        await api.call('DELETE /api/notices/push')
        await endDevicePush()
        return 'off'
      }
      const body = await startDevicePush(publicKey).catch(() => undefined)
      if (!body) return 'denied'
      await api.call('POST /api/notices/push', { body })
      return 'on'
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceKeys.own }),
  })
}

/** Whether this browser can receive pushes. iPhones can only once the app is on the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Asks the user for permission and subscribes; undefined if the user does not allow it. */
async function startDevicePush(publicKey: string) {
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

/** Whether this browser's subscription is the one that the server pushes to. */
async function isDevicePush(endpoint: string | null): Promise<boolean> {
  if (endpoint === null || !canPush()) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint === endpoint
}
