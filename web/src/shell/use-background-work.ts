import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'

/** Loads and starts the background work of the signed-in user. Stops it when their session ends. */
export function useBackgroundWork(): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const user = useUser()
  // Live events and queued messages are among what a suspended account and an operator's view cannot do.
  const isRefused = user?.suspended ?? user?.viewed_until
  const userId = isRefused ? undefined : user?.id
  useEffect(() => {
    if (!userId) return
    let ended = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { startBackgroundWork } = await import('./background-work.ts')
      if (!ended) stop = startBackgroundWork({ api, queryClient, i18n, userId })
    }
    // Without background work, each screen still reads by itself.
    start().catch(() => {})
    return () => {
      ended = true
      stop?.()
    }
  }, [api, queryClient, i18n, userId])
}
