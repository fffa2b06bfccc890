import { useEffect, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'

type VerifyCodeFormProps = {
  user: User
  /** The address that the code confirms. */
  email: string
  /** The person has just opened it. */
  isFocused?: boolean
}

/** The code of the letter that confirms an address, and 'Send a new code'. rule: verify-banner, email-change */
export function VerifyCodeForm({ user, email, isFocused = false }: VerifyCodeFormProps) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api.call('POST /api/auth/verify-email/code', { body: { code } }),
    onSuccess: () => {
      setSignedInUser(queryClient, { ...user, email, email_verified: true })
      // What waited for the address is sent now.
      return queryClient.invalidateQueries()
    },
  })
  // The sentence of the refusal is about the link of the letter.
  const isWrong =
    confirm.error instanceof Refusal && confirm.error.code === 'invalid_verification_token'
  const problem = isWrong ? t('verify_banner.wrong') : confirm.error && refusalText(confirm.error)
  return (
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has just opened the field.
        autoFocus={isFocused}
        onChange={setCode}
        error={problem}
      />
      <Button type="submit" busy={confirm.isPending}>
        {t('verify_banner.confirm')}
      </Button>
      <AskAgain userId={user.id} />
    </form>
  )
}

/** 'Send a new code', and after how many seconds it can be asked for again. rule: verify-banner */
export function AskAgain({ userId: id }: { userId: string }) {
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
        <Button look="quiet" busy={send.isPending} onClick={() => send.mutate()}>
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
