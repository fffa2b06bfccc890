import { useEffect, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CodeField } from './code-field.tsx'

type VerifyCodeFormProps = {
  user: User
  /** The address that the code confirms. */
  email: string
  /** The person has just opened it. */
  isFocused?: boolean
  /** One line, where a sentence above says which code. */
  isShort?: boolean
}

/** The code of the letter that confirms an address, and 'Send a new code'. rule: email-verification, email-change */
export function VerifyCodeForm({
  user,
  email,
  isFocused = false,
  isShort = false,
}: VerifyCodeFormProps) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api.call('POST /api/auth/verify-email/code', { body: { code } }),
    onSuccess: () => {
      setSignedInUser(queryClient, { ...user, email, email_verified: true })
      // Bookings, messages and reviews that were held for this confirmation are sent now.
      return queryClient.invalidateQueries()
    },
  })
  // The sentence of the refusal is about the link of the letter.
  const isWrong =
    confirm.error instanceof Refusal && confirm.error.code === 'invalid_verification_token'
  const problem = isWrong ? t('verify_banner.wrong') : confirm.error && refusalText(confirm.error)
  return (
    <form
      className={classNames('flex flex-wrap items-start', isShort ? 'gap-x-2' : 'gap-3')}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <CodeField
        of="digits"
        className="max-w-72 min-w-24 flex-1 basis-24"
        label={<span className={isShort ? 'sr-only' : undefined}>{t('verify_banner.code')}</span>}
        value={code}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has just opened the field.
        autoFocus={isFocused}
        onChange={setCode}
        error={problem}
      />
      <Button type="submit" className={isShort ? 'mt-1.5' : 'mt-7.5'} busy={confirm.isPending}>
        {t('verify_banner.confirm')}
      </Button>
      <div className={isShort ? 'mt-1.5' : 'basis-full'}>
        <AskAgain userId={user.id} isShort={isShort} />
      </div>
    </form>
  )
}

/** 'Send a new code', and after how many seconds it can be asked for again. rule: email-verification */
export function AskAgain({ userId: id, isShort = false }: { userId: string; isShort?: boolean }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const refusalText = useRefusalText()
  const [seconds, waitUntil] = useSecondsLeft()
  const send = useMutation({
    mutationFn: () => api.call('POST /api/users/{id}/email-verification', { params: { id } }),
    onSuccess: (answer) => waitUntil('again_at' in answer ? answer.again_at : undefined),
  })
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      {seconds === 0 && (
        <Button
          look={isShort ? 'link' : 'quiet'}
          className={isShort ? 'px-0!' : ''}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t(isShort ? 'verify_banner.resend' : 'verify_banner.again')}
        </Button>
      )}
      {seconds > 0 && <p className="tabular">{t('verify_banner.wait', { n: seconds })}</p>}
      <p role="status">{send.error && refusalText(send.error)}</p>
    </div>
  )
}

/** Counts down to the instant that the function sets; 0 without one. */
function useSecondsLeft(): [number, (instant: string | undefined) => void] {
  const [wait, setWait] = useState({ until: 0, now: 0 })
  const isOver = wait.now >= wait.until
  useEffect(() => {
    if (isOver) return undefined
    const tick = () => setWait(({ until }) => ({ until, now: Date.now() }))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isOver])
  const waitUntil = (instant: string | undefined) =>
    setWait({ until: instant ? Date.parse(instant) : 0, now: Date.now() })
  return [Math.max(0, Math.ceil((wait.until - wait.now) / 1000)), waitUntil]
}
