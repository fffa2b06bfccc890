import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/toast-store.ts'
import { changeShell, currentShell, subscribeToShell } from './connection-status.ts'
import { followGoneAssets } from './missing-assets.ts'
import { followReads } from './offline-reads.ts'
import { makeReady } from './prepare-offline.ts'
import { ShellNotices } from './status-banners.tsx'
import { startWorker, wasMadeOffline } from './service-worker-updates.ts'

const isPossible = 'serviceWorker' in navigator
const isFirstVisit = isPossible && !navigator.serviceWorker.controller
if (isPossible && (wasMadeOffline() || !navigator.onLine)) changeShell({ isOffline: true })

/** What the app does without internet, and what it says of that and of new versions (client spec 2.12, 4, 8). */
export function Offline() {
  useEffect(followGoneAssets, [])
  return isPossible && <WithWorker />
}

function WithWorker() {
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const { language } = i18n
  const user = useUser()
  const shell = useSyncExternalStore(subscribeToShell, currentShell)
  const { isOffline } = shell
  const [spoken, setSpoken] = useState<string>()
  const wasOffline = useRef(isOffline)
  const isToTell = useRef(isFirstVisit)

  useEffect(startWorker, [])
  useEffect(() => followReads(queryClient), [queryClient])
  useEffect(() => {
    const prepare = async () => {
      await i18n.load('all')
      setSpoken(language)
      if (isOffline) return
      await makeReady(user)
      if (isToTell.current) toast.success(i18n.tOf('offline')('ready'))
      isToTell.current = false
    }
    // What did not come is asked for again by the next page, or when somebody answers.
    prepare().catch(() => {})
  }, [i18n, language, user, isOffline])
  useEffect(() => {
    if (wasOffline.current && !isOffline) void queryClient.invalidateQueries()
    wasOffline.current = isOffline
  }, [isOffline, queryClient])

  return spoken === undefined ? null : <ShellNotices {...shell} />
}
