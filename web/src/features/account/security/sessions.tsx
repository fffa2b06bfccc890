import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SessionItem } from '#contract/account/account.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { sessionsQuery } from '../account.api.ts'
import { Part } from '#web/ui/part.tsx'
import { PasswordDialog } from '#web/features/people/password-dialog.tsx'
import { SessionRow } from './session-row.tsx'

/** The list shows this many sessions; a button shows the rest. rule: end-sessions */
const SHOWN_FIRST = 5

/** The user's sessions, with buttons that end one or all, with the password. rule: end-sessions */
export function Sessions({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const forget = useClearSession()
  const [, navigate] = useLocation()
  const query = useQuery(sessionsQuery(api, userId))
  const [isAsking, setAsking] = useState(false)
  const endEverywhere = async (password: string) => {
    await api.call('DELETE /api/users/{id}/sessions', { params: { id: userId }, password })
    navigate('/login')
    forget()
    toast.success(t('sessions.everywhere_done'))
  }
  return (
    <Part content="block" title={t('sessions.title')} help={t('sessions.help')}>
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
          <Button look="quiet" onClick={() => setAsking(true)}>
            {t('sessions.everywhere')}
          </Button>
          <p className="text-sm text-soft">{t('sessions.everywhere_help')}</p>
        </div>
        <ForgetDevices userId={userId} />
      </div>
      {isAsking && (
        <PasswordDialog
          title={t('sessions.everywhere')}
          labels={{ confirm: t('sessions.end'), busy: t('sessions.ending') }}
          onConfirm={endEverywhere}
          onClose={() => setAsking(false)}
        >
          <p>{t('sessions.everywhere_help')}</p>
        </PasswordDialog>
      )}
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

/** Forgets the devices that are trusted because they have signed in before. rule: end-sessions */
function ForgetDevices({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const forget = useMutation({
    onMutate: failure.clear,
    mutationFn: () => api.call('DELETE /api/users/{id}/devices', { params: { id: userId } }),
    onSuccess: () => toast.success(t('devices.done')),
    onError: (problem) => failure.show(refusalText(problem)),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button look="quiet" busy={forget.isPending} onClick={() => forget.mutate()}>
        {t('devices.forget')}
      </Button>
      <p className="measure text-sm text-soft">{t('devices.help')}</p>
    </div>
  )
}
