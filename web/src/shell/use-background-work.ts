import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'

/** Starts what goes on behind the screens for whoever is signed in, and ends it with the session. Nothing of it is loaded before. */
export function useBackgroundWork(): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const userId = useUser()?.id
  useEffect(() => {
    if (!userId) return
    let ended = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { startBackgroundWork } = await import('./background-work.ts')
      if (!ended) stop = startBackgroundWork({ api, queryClient, i18n, userId })
    }
    // Without it every screen still asks by itself.
    start().catch(() => {})
    return () => {
      ended = true
      stop?.()
    }
  }, [api, queryClient, i18n, userId])
}
