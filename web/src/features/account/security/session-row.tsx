import { formatRelative } from '#contract/date-formats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionItem } from '#contract/account/account.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { refreshSessions } from '../account.api.ts'
import { PasswordDialog } from '#web/features/people/password-dialog.tsx'

type SessionRowProps = { userId: string; session: SessionItem; onEnded: () => void }

/** One session: device, start and last use, and a button that ends it, with the password, unless it is this one. */
export function SessionRow({ userId, session, onEnded }: SessionRowProps) {
  const { t, i18n } = useTranslation('account')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const leaveList = async () => {
    setAsking(false)
    await refreshSessions(queryClient, userId)
    // The dialog is closed by now, so that it no longer takes the focus back to the button that is gone.
    onEnded()
  }
  const end = async (password: string) => {
    try {
      await api.call('DELETE /api/users/{id}/sessions/{sessionId}', {
        params: { id: userId, sessionId: session.id },
        password,
      })
      toast.success(t('sessions.ended'))
    } catch (error) {
      // Ended by another device: the row disappears, and its dialog with it.
      if (!(error instanceof Refusal && error.code === 'session_not_found')) throw error
      toast.problem(refusalText(error))
    }
    await leaveList()
  }
  const { browser, system, current } = session
  const device =
    browser && system
      ? t('sessions.on', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'))
  return (
    <li className="flex items-center justify-between gap-4 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {current && <Badge tone="good">{t('sessions.here')}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {t('sessions.since', { date: format.date(session.created_at, browserTimeZone()) })}
          {!current &&
            ` · ${t('sessions.used', { when: formatRelative(i18n.language, session.last_seen_at) })}`}
        </p>
      </div>
      {!current && (
        <Button look="quiet" className="shrink-0" onClick={() => setAsking(true)}>
          <span aria-hidden="true">{t('sessions.end')}</span>
          <span className="sr-only">{t('sessions.end_label', { device })}</span>
        </Button>
      )}
      {isAsking && (
        <PasswordDialog
          title={t('sessions.end_title')}
          labels={{ confirm: t('sessions.end'), busy: t('sessions.ending') }}
          onConfirm={end}
          onClose={() => setAsking(false)}
        >
          <p>{device}</p>
        </PasswordDialog>
      )}
    </li>
  )
}
