import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { SendVerification } from '#web/features/people/send-verification.tsx'
import { VerifyCodeForm } from '#web/features/people/verify-code-form.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, InfoIcon } from '#web/ui/pictures/icons.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Part } from '#web/ui/part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { refreshSettings, settingsQuery } from './account.api.ts'
import { useFactorAction } from './security/factor-actions.tsx'

const EmailDialog = lazyPart(() => import('./email-dialog.tsx'))

/**
 * The email address: whether it is confirmed, the way to confirm it, and another one.
 * rule: email-verification, email-change
 */
export function EmailPart({ user }: { user: User }) {
  const { t } = useTranslation(['identity', 'account'])
  const query = useQuery(settingsQuery(useApi(), user.id))
  const [isAsking, setAsking] = useState(false)
  return (
    <Part content="block" title={t('verify_email.part')} help={t('verify_email.help')}>
      <QueryState
        query={query}
        failed={t('account:load_failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-25 w-60" />}
      >
        {({ email, email_verified, pending_email }) => (
          <div className="flex flex-col items-start gap-3">
            <p className="flex flex-wrap items-center gap-3">
              <span className="wrap-anywhere">{email}</span>
              {email_verified ? (
                <Badge tone="good" icon={<CheckIcon className="size-4" />}>
                  {t('verify_email.confirmed')}
                </Badge>
              ) : (
                <Badge tone="waiting" icon={<InfoIcon className="size-4" />}>
                  {t('verify_email.not_confirmed')}
                </Badge>
              )}
            </p>
            {pending_email === null ? (
              <div className="flex flex-wrap items-start gap-3">
                {!email_verified && <SendVerification user={user} />}
                <Button look="quiet" onClick={() => setAsking(true)}>
                  {t('account:email.change')}
                </Button>
              </div>
            ) : (
              <Pending user={user} email={pending_email} />
            )}
          </div>
        )}
      </QueryState>
      {isAsking && (
        <Suspense>
          <EmailDialog user={user} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Part>
  )
}

/** The address that waits for its code. rule: email-change */
function Pending({ user, email }: { user: User; email: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const queryClient = useQueryClient()
  const { run, problem, isBusy } = useFactorAction()
  const keep = () =>
    run(
      () => api.call('DELETE /api/users/{id}/email', { params: { id: user.id } }),
      () => refreshSettings(queryClient, user.id),
    )
  return (
    <div className="flex w-full flex-col items-start gap-4 rounded-lg border border-line p-4">
      <p className="measure wrap-anywhere">{t('email.waits', { email })}</p>
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      <VerifyCodeForm user={user} email={email} />
      <Button look="link" className="px-0!" busy={isBusy} onClick={() => void keep()}>
        {t('email.keep')}
      </Button>
    </div>
  )
}
