import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor, SecondFactorAttempt } from '#contract/people/factors.ts'
import { Refusal } from '#web/api/client.ts'
import type { Answer, Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { CodeField } from './code-field.tsx'
import { useHasPasskeys, signWithPasskey, usePasskeyText } from './passkeys.ts'
import { SignOutOthers } from './sign-out-others.tsx'

type Proof = Omit<Input<'POST /api/login/second-factor'>['body'], 'attempt'>
type SignedIn = Answer<'POST /api/login'>

const NAMES = {
  passkey: 'use_passkey',
  totp: 'use_app_code',
  recovery_code: 'use_recovery_code',
} as const

type SecondStepProps = {
  attempt: SecondFactorAttempt
  onSignedIn: (answer: SignedIn) => void
  /** The attempt has ended. */
  onEnded: (error: unknown) => void
  /** Back to the password. */
  onClose: () => void
}

/** The second step of a login: a passkey, a code of the app or a recovery code. rule: second-factor */
export default function SecondStep({ attempt, onSignedIn, onEnded, onClose }: SecondStepProps) {
  const { t } = useTranslation('security')
  const api = useApi()
  const failureText = usePasskeyText()
  const canUsePasskeys = useHasPasskeys()
  const [isPasskeyRefused, setPasskeyRefused] = useState(false)
  const methods = attempt.methods.filter(
    (method) => method !== 'passkey' || (canUsePasskeys && !isPasskeyRefused),
  )
  const [chosen, choose] = useState<SecondFactor>()
  const method = chosen && methods.includes(chosen) ? chosen : methods[0]
  const prove = useMutation({
    mutationFn: async (proof: () => Promise<Proof> | Proof) => {
      const body = { attempt: attempt.attempt, ...(await proof()) }
      return api.call('POST /api/login/second-factor', { body })
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof Refusal && error.code === 'attempt_ended') onEnded(error)
      // The server accepts each challenge once, so this attempt cannot use the passkey again.
      else if (error instanceof Refusal && method === 'passkey') setPasskeyRefused(true)
    },
  })
  const { passkey_options = {} } = attempt
  return (
    <div className="flex flex-col gap-5">
      {prove.error && <MessageBox tone="problem">{failureText(prove.error)}</MessageBox>}
      {method === 'passkey' && (
        <Button
          ref={focusOnMount}
          wide
          busy={prove.isPending}
          onClick={() =>
            prove.mutate(async () => ({ passkey: await signWithPasskey(passkey_options) }))
          }
        >
          {t('use_passkey')}
        </Button>
      )}
      {(method === 'totp' || method === 'recovery_code') && (
        <CodeForm
          key={method}
          method={method}
          busy={prove.isPending}
          onSend={(proof) => prove.mutate(() => proof)}
        />
      )}
      {methods.length > 1 && (
        <ul className="flex flex-col items-start">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <li key={other}>
                <Button
                  look="link"
                  className="px-0!"
                  onClick={() => {
                    prove.reset()
                    choose(other)
                  }}
                >
                  {t(NAMES[other])}
                </Button>
              </li>
            ))}
        </ul>
      )}
      {methods.length === 0 && <MessageBox tone="problem">{t('no_other_way')}</MessageBox>}
      <Button look="link" className="self-start px-0!" onClick={onClose}>
        {t('back_to_password')}
      </Button>
    </div>
  )
}

function CodeForm({
  method,
  busy,
  onSend,
}: {
  method: 'totp' | 'recovery_code'
  busy: boolean
  onSend: (proof: Proof) => void
}) {
  const { t } = useTranslation(['security', 'errors'])
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [signOutOthers, setSignOutOthers] = useState(true)
  const isRecovery = method === 'recovery_code'
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = code.trim()
        setMissing(typed === '')
        if (typed === '') return
        onSend(
          isRecovery ? { recovery_code: typed, sign_out_others: signOutOthers } : { code: typed },
        )
      }}
    >
      <CodeField
        of={isRecovery ? 'letters' : 'digits'}
        label={t(isRecovery ? 'recovery_code' : 'app_code')}
        {...(isRecovery ? { placeholder: 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx' } : {})}
        ref={focusOnMount}
        value={code}
        error={isMissing && t('errors:code_wrong')}
        onChange={setCode}
      />
      {isRecovery && <SignOutOthers checked={signOutOthers} onChange={setSignOutOthers} />}
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'confirm.busy' : 'confirm.submit')}
      </Button>
    </form>
  )
}
