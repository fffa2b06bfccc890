import { formatRelative } from '#contract/date-formats.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionItem } from '#contract/account.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { sessionsQuery } from './account.api.ts'

type SessionRowProps = { userId: string; session: SessionItem; onEnded: () => void }

/** One session: device, start and last use, and a button that ends it unless it is this one. */
export function SessionRow({ userId, session, onEnded }: SessionRowProps) {
  const { t, i18n } = useTranslation('account')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const format = useFormat()
  const end = useMutation({
    mutationFn: () =>
      api.call('DELETE /api/users/{id}/sessions/{sessionId}', {
        params: { id: userId, sessionId: session.id },
      }),
    onSuccess: () => {
      toast.success(t('sessions.ended'))
      onEnded()
    },
    onError: (error) => toast.problem(refusalText(error)),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(api, userId)),
  })
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
        <Button look="quiet" className="shrink-0" busy={end.isPending} onClick={() => end.mutate()}>
          <span aria-hidden="true">{t('sessions.end')}</span>
          <span className="sr-only">{t('sessions.end_label', { device })}</span>
        </Button>
      )}
    </li>
  )
}
