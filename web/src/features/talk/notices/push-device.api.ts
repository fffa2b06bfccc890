import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { isDevicePush, switchDevicePushOff, switchDevicePushOn } from './device-push.ts'

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
  const userId = useUser()?.id ?? ''
  return useMutation({
    mutationFn: ({ on, publicKey }: { on: boolean; publicKey: string }) =>
      on ? switchDevicePushOn(api, userId, publicKey) : switchDevicePushOff(api, userId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceKeys.own }),
  })
}
