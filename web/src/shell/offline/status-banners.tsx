import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoticeAction, NoticeLine } from '#web/ui/notice-line.tsx'
import { STATUS_NOTICE } from '../status-notice.ts'
import { activateNewVersion } from './service-worker-updates.ts'

type StatusBannersProps = { isOffline: boolean; hasNewVersion: boolean }

/**
 * The notice that there is no connection, or else that there is a new version. It takes the place of any other.
 * rule: notice-line, offline, new-version
 */
export function StatusBanners(status: StatusBannersProps) {
  const [container] = useState(() => document.getElementById(STATUS_NOTICE))
  // A lost connection is announced again after the connection returned.
  return container && createPortal(<Notice key={String(status.isOffline)} {...status} />, container)
}

function Notice({ isOffline, hasNewVersion }: StatusBannersProps) {
  const { t } = useTranslation('offline')
  const [isClosed, setClosed] = useState(false)
  const close = () => setClosed(true)
  if (isClosed || !(isOffline || hasNewVersion)) return null
  if (isOffline)
    return (
      <NoticeLine tone="waiting" onClose={close}>
        {t('offline')}
      </NoticeLine>
    )
  return (
    <NoticeLine
      tone="plain"
      onClose={close}
      action={<NoticeAction onPress={activateNewVersion}>{t('reload')}</NoticeAction>}
    >
      {t('new_version')}
    </NoticeLine>
  )
}
