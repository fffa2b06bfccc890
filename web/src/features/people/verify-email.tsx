import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { landingPath } from '#web/session/next-path.ts'
import { meQuery, setSignedInUser, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AskAgain } from './verify-code-form.tsx'

/**
 * `token` is from the link in the letter; some mail programs cut it off. Nothing changes before the button is pressed.
 * rule: email-verification
 */
export function VerifyEmail({ token }: { token: string | undefined }) {
  const { t } = useTranslation(['identity', 'errors'])
  const api = useApi()
  const refusalText = useRefusalText()
  const address = useQuery({
    queryKey: ['address of link', token],
    queryFn: () => api.call('POST /api/auth/verify-email/address', { body: { token: token! } }),
    enabled: token !== undefined,
    retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    staleTime: Infinity,
  })
  const [isDone, setDone] = useState(false)
  const email = address.data?.email
  const title = email && !isDone ? t('verify_email.question', { email }) : t('verify_email.title')
  const problem =
    token === undefined
      ? t('errors:invalid_verification_token')
      : address.error instanceof Refusal && refusalText(address.error)
  return (
    <AuthFrame title={title} {...(problem || isDone ? {} : { intro: t('verify_email.intro') })}>
      {problem ? (
        <Ended problem={problem} />
      ) : (
        <QueryState
          query={address}
          failed={t('verify_email.failed')}
          failureLook="message-box"
          pending={<Skeleton className="h-11" />}
        >
          {() => <ConfirmAddress token={token!} onDone={() => setDone(true)} />}
        </QueryState>
      )}
    </AuthFrame>
  )
}

function ConfirmAddress({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const user = useUser()
  const [idempotencyKey] = useState(randomKey)
  const verify = useMutation({
    mutationFn: () => api.call('POST /api/auth/verify-email', { body: { token }, idempotencyKey }),
    onSuccess: async () => {
      onDone()
      if (!user) return
      // Bookings, messages and reviews that were held are sent now, and the account may have another address.
      const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 })
      if (me) setSignedInUser(queryClient, me)
      await queryClient.invalidateQueries()
    },
  })
  if (verify.isSuccess)
    return (
      <>
        <MessageBox tone="success">{t('verify_email.done')}</MessageBox>
        <TextLink href={user ? landingPath(user) : '/login'}>{t('verify_email.next')}</TextLink>
      </>
    )
  if (verify.error) return <Ended problem={refusalText(verify.error)} />
  return (
    <Button wide busy={verify.isPending} onClick={() => verify.mutate()}>
      {verify.isPending ? t('verify_email.busy') : t('verify_email.submit')}
    </Button>
  )
}

/** Why the link does not confirm, and the way to a new one: here, or in the settings of who signs in. */
function Ended({ problem }: { problem: string }) {
  const { t } = useTranslation('identity')
  const user = useUser()
  return (
    <>
      <MessageBox tone="problem">{problem}</MessageBox>
      {user && !user.suspended ? (
        <AskAgain userId={user.id} />
      ) : (
        <TextLink href="/settings">{t('verify_email.ask')}</TextLink>
      )}
    </>
  )
}
