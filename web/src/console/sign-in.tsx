import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import type { Answer } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { operatorKeys } from './operator.api.ts'
import { signWithPasskey } from './passkey.ts'

type Attempt = Answer<'POST /api/operator/login'>['second_factor']

/** The two steps of a sign-in, or a passkey alone. rule: operator-sign-in */
export function SignIn() {
  const [attempt, setAttempt] = useState<Attempt>()
  return attempt ? (
    <SecondStep attempt={attempt} onRestart={() => setAttempt(undefined)} />
  ) : (
    <FirstStep onAttempt={setAttempt} />
  )
}

function FirstStep({ onAttempt }: { onAttempt: (attempt: Attempt) => void }) {
  const { t } = useTranslation('console')
  const api = useApi()
  const signedIn = useSignedIn()
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      api.call('POST /api/operator/login', { body }),
    onSuccess: ({ second_factor }) => onAttempt(second_factor),
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await api.call('POST /api/operator/login/passkey/options')
      const response = await signWithPasskey(options)
      return api.call('POST /api/operator/login/passkey', { body: { response } })
    },
    onSuccess: signedIn,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    byPasskey.reset()
    login.mutate({ email: textOf(typed, 'email'), password: textOf(typed, 'password') })
  }
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('sign_in.title')}</h1>
        <p className="text-soft">{t('sign_in.intro')}</p>
      </header>
      <Failure title={t('sign_in.failed')} error={login.error ?? byPasskey.error} />
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          label={t('sign_in.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          label={t('sign_in.password')}
          name="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" wide busy={login.isPending}>
          {t('sign_in.submit')}
        </Button>
        <Button look="quiet" wide busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t('sign_in.passkey')}
        </Button>
      </form>
    </>
  )
}

function SecondStep({ attempt, onRestart }: { attempt: Attempt; onRestart: () => void }) {
  const { t } = useTranslation('console')
  const api = useApi()
  const { methods, passkey_options: options } = attempt
  const finish = useMutation({
    mutationFn: async (code: string | undefined) => {
      const factor =
        code === undefined ? { passkey: await signWithPasskey(options ?? {}) } : { code }
      const body = { attempt: attempt.attempt, ...factor }
      return api.call('POST /api/operator/login/second-factor', { body })
    },
    onSuccess: useSignedIn(),
  })
  return (
    <>
      <h1 className="text-2xl md:text-3xl">{t('sign_in.second_title')}</h1>
      <Failure title={t('sign_in.failed')} error={finish.error} />
      {methods.includes('passkey') && (
        <Button wide busy={finish.isPending} onClick={() => finish.mutate(undefined)}>
          {t('sign_in.use_passkey')}
        </Button>
      )}
      {methods.includes('totp') && (
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            finish.mutate(textOf(new FormData(event.currentTarget), 'code'))
          }}
        >
          <CodeField label={t('sign_in.code')} />
          <Button type="submit" wide busy={finish.isPending}>
            {t('sign_in.finish')}
          </Button>
        </form>
      )}
      <Button look="link" onClick={onRestart}>
        {t('sign_in.back')}
      </Button>
    </>
  )
}

/** Why a step failed; nothing while it has not. */
export function Failure({ title, error }: { title: string; error: Error | null }) {
  const refusalText = useRefusalText()
  if (!error) return null
  return (
    <MessageBox tone="problem">
      <p>{title}</p>
      <p className="font-normal">{refusalText(error)}</p>
    </MessageBox>
  )
}

/** The value of a text field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads who is signed in, which shows the console. */
function useSignedIn() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: operatorKeys.me })
}
