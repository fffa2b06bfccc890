import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { endDevicePush } from '#web/session/push-subscription.ts'
import { isDevicePush, startDevicePush } from './device-push.ts'

const DEVICE_KEY = ['notice-device'] as const

/** Whether this device is told, by the server and by the browser. */
export function deviceQuery(api: Api) {
  return queryOptions({
    queryKey: DEVICE_KEY,
    queryFn: async ({ signal }) => {
      const { public_key, endpoint } = await api.call('GET /api/notices/push', { signal })
      return { publicKey: public_key, isOn: await isDevicePush(endpoint) }
    },
    staleTime: 0,
  })
}

/** Tells this device, or no more; answers 'denied' when the browser or the person does not allow it. */
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: DEVICE_KEY }),
  })
}
