import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { changeStatus, useConnectionStatus } from './connection-status.ts'
import { reloadOnMissingAssets } from './missing-assets.ts'
import { persistReads } from './offline-reads.ts'
import { prepareOffline } from './prepare-offline.ts'
import { StatusBanners } from './status-banners.tsx'
import { startWorker, isOfflinePage } from './service-worker-updates.ts'

const hasServiceWorkers = 'serviceWorker' in navigator
if (hasServiceWorkers && (isOfflinePage() || !navigator.onLine)) changeStatus({ isOffline: true })

/** Use without internet: reloads missing code, stores reads, shows the banners. rule: offline */
export function OfflineSupport() {
  useEffect(reloadOnMissingAssets, [])
  return hasServiceWorkers && <WithServiceWorker />
}

function WithServiceWorker() {
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const { language } = i18n
  const user = useUser()
  const status = useConnectionStatus()
  const { isOffline } = status
  const [loadedLanguage, setLoadedLanguage] = useState<string>()
  const wasOffline = useRef(isOffline)

  useEffect(startWorker, [])
  useEffect(() => persistReads(queryClient), [queryClient])
  useEffect(() => {
    const prepare = async () => {
      await i18n.load()
      setLoadedLanguage(language)
      if (isOffline) return
      await prepareOffline(user)
      document.documentElement.dataset['offlineReady'] = ''
    }
    // The next page, or the return of the connection, tries again.
    prepare().catch(() => {})
  }, [i18n, language, user, isOffline])
  useEffect(() => {
    if (wasOffline.current && !isOffline) void queryClient.invalidateQueries()
    wasOffline.current = isOffline
  }, [isOffline, queryClient])

  return loadedLanguage === undefined ? null : <StatusBanners {...status} />
}
