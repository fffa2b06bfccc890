import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { sessionsQuery } from './account.api.ts'
import { Part } from './part.tsx'
import { SessionRow } from './session-row.tsx'

/** The list shows this many sessions; a button shows the rest. rule: session-list */
const SHOWN_FIRST = 5

/** The user's sessions, with buttons that end one or all. rule: session-list, end-sessions */
export function Sessions({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const forget = useClearSession()
  const refusalText = useRefusalText()
  const [, navigate] = useLocation()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(api, userId))
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const everywhere = useMutation({
    mutationFn: () => api.call('DELETE /api/users/{id}/sessions', { params: { id: userId } }),
    onSuccess: () => {
      navigate('/login')
      forget()
      toast.success(t('sessions.everywhere_done'))
    },
    onError: (problem) => toast.problem(refusalText(problem)),
  })
  // The pressed button disappears with its session, so the focus moves to the list.
  const stay = () => list.current?.focus()
  const showAll = () => {
    setAll(true)
    stay()
  }
  return (
    <Part title={t('sessions.title')} help={t('sessions.help')}>
      <div className="flex flex-col items-start gap-5">
        {data && (
          <ul ref={list} tabIndex={-1} className="card w-full divide-y divide-line">
            {data.slice(0, all ? undefined : SHOWN_FIRST).map((session) => (
              <SessionRow key={session.id} userId={userId} session={session} onEnded={stay} />
            ))}
          </ul>
        )}
        {data && !all && data.length > SHOWN_FIRST && (
          <Button look="link" className="-my-2 px-0!" onClick={showAll}>
            {t('sessions.all', { count: data.length })}
          </Button>
        )}
        {!data && !error && <RowsSkeleton />}
        {!data && error && (
          <>
            <Notice tone="problem">{t('sessions.failed')}</Notice>
            <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
              {t('again')}
            </Button>
          </>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="quiet" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
            {t('sessions.everywhere')}
          </Button>
          <p className="text-sm text-soft">{t('sessions.everywhere_help')}</p>
        </div>
      </div>
    </Part>
  )
}
