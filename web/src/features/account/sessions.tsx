import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useApi } from '../../app/context.tsx'
import { useRefusalText } from '../../app/refusal-text.ts'
import { useForget } from '../../app/log-out.ts'
import { useTranslation } from '../../app/use-translation.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { sessionsQuery } from './account.api.ts'
import { Part } from './part.tsx'
import { SessionRow } from './session-row.tsx'

/** Where a person is signed in; signs one device out, or all of them. */
export function Sessions({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const forget = useForget()
  const refusalText = useRefusalText()
  const [, navigate] = useLocation()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(api, userId))
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
        {data && (
          <ul className="card w-full divide-y divide-line">
            {data.map((session) => (
              <SessionRow key={session.id} userId={userId} session={session} />
            ))}
          </ul>
        )}
        {!data && !error && <Skeleton className="h-40 w-full rounded-lg" />}
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
