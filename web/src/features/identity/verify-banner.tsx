import { useEffect, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'

/** On every screen of somebody whose address is not confirmed: the code of the letter. rule: verify-banner */
export function VerifyBanner({ user }: { user: User }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api.call('POST /api/auth/verify-email/code', { body: { code } }),
    onSuccess: () => {
      setSignedInUser(queryClient, { ...user, email_verified: true })
      // What waited for the address is sent now.
      return queryClient.invalidateQueries()
    },
  })
  return (
    <section aria-label={t('verify_email.title')} className="bg-mint print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-end gap-x-6 gap-y-3 px-4 py-3 md:px-8">
        <p className="measure grow wrap-anywhere">
          {t('verify_banner.text', { email: user.email })}
        </p>
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate()
          }}
        >
          <CodeField
            of="digits"
            label={t('verify_banner.code')}
            value={code}
            onChange={setCode}
            error={confirm.error ? refusalText(confirm.error) : undefined}
          />
          <Button busy={confirm.isPending}>{t('verify_banner.confirm')}</Button>
          <AskAgain user={user} />
        </form>
      </div>
    </section>
  )
}

/** 'Send a new code', and after how many seconds it can be asked for again. */
function AskAgain({ user: { id } }: { user: Pick<User, 'id'> }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const refusalText = useRefusalText()
  const send = useMutation({
    mutationFn: () => api.call('POST /api/users/{id}/email-verification', { params: { id } }),
  })
  const until = send.data && 'again_at' in send.data ? send.data.again_at : undefined
  const seconds = useSecondsUntil(until)
  return (
    <div className="flex min-h-11 items-center gap-3">
      {seconds === 0 && (
        <Button type="button" look="quiet" busy={send.isPending} onClick={() => send.mutate()}>
          {t('verify_banner.again')}
        </Button>
      )}
      {seconds > 0 && <p className="tabular">{t('verify_banner.wait', { n: seconds })}</p>}
      <p role="status">{send.error && refusalText(send.error)}</p>
    </div>
  )
}

/** Counts down to an instant; 0 without one. */
function useSecondsUntil(instant: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [instant])
  return instant === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}
