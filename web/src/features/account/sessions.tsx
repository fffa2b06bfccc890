import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SessionItem } from '#contract/account.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
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
  const query = useQuery(sessionsQuery(api, userId))
  const everywhere = useMutation({
    mutationFn: () => api.call('DELETE /api/users/{id}/sessions', { params: { id: userId } }),
    onSuccess: () => {
      navigate('/login')
      forget()
      toast.success(t('sessions.everywhere_done'))
    },
    onError: (problem) => toast.problem(refusalText(problem)),
  })
  return (
    <Part title={t('sessions.title')} help={t('sessions.help')}>
      <div className="flex flex-col items-start gap-5">
        <QueryState
          query={query}
          failed={t('sessions.failed')}
          failureLook="message-box"
          pending={<RowsSkeleton />}
        >
          {(sessions) => <SessionList userId={userId} sessions={sessions} />}
        </QueryState>
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

function SessionList({ userId, sessions }: { userId: string; sessions: readonly SessionItem[] }) {
  const { t } = useTranslation('account')
  const [isAllShown, setAllShown] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button disappears, so the focus moves to the list.
  const focusList = () => list.current?.focus()
  return (
    <>
      <ul ref={list} tabIndex={-1} className="card w-full divide-y divide-line">
        {sessions.slice(0, isAllShown ? undefined : SHOWN_FIRST).map((session) => (
          <SessionRow key={session.id} userId={userId} session={session} onEnded={focusList} />
        ))}
      </ul>
      {!isAllShown && sessions.length > SHOWN_FIRST && (
        <Button
          look="link"
          className="-my-2 px-0!"
          onClick={() => {
            setAllShown(true)
            focusList()
          }}
        >
          {t('sessions.all', { count: sessions.length })}
        </Button>
      )}
    </>
  )
}
