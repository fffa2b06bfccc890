import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { empty } from '#drawings/empty.ts'
import { OPERATOR_PASSWORD_LENGTH_MIN } from '#contract/people/account-rules.ts'
import type { Answer, Input } from '#web/api/client.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { CopyField } from '#web/ui/forms/copy-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { UserName } from '#web/ui/user-name.tsx'
import { CodeField } from './code-field.tsx'
import { createPasskey } from './passkey.ts'
import { Failure, textOf } from './sign-in.tsx'

type Link = Answer<'GET /api/operator/enrolments/{token}'>
type Given = Input<'POST /api/operator/enrolments/{token}'>['body']

/** The page of an enrolment link: a password, and a code or a passkey. rule: operators */
export function Enrolment({ token }: { token: string }) {
  const { t } = useTranslation('console')
  const api = useApi()
  // Read once: each answer has a new challenge for a passkey.
  const query = useQuery({
    queryKey: ['enrolment', token],
    queryFn: () => api.call('GET /api/operator/enrolments/{token}', { params: { token } }),
    staleTime: Infinity,
  })
  if (query.error instanceof Refusal && query.error.code === 'link_ended') return <Ended />
  return (
    <QueryState query={query} failed={t('enrol.ended')}>
      {(link) => <EnrolmentForm link={link} token={token} />}
    </QueryState>
  )
}

/** Reading again does not help. */
function Ended() {
  const { t } = useTranslation(['console', 'errors'])
  return (
    <div role="alert">
      <EmptyState drawing={empty.error} title={t('enrol.ended')}>
        {t('errors:link_ended')}
      </EmptyState>
    </div>
  )
}

function EnrolmentForm({ link, token }: { link: Link; token: string }) {
  const { t } = useTranslation('console')
  const api = useApi()
  const [factor, setFactor] = useState<'app' | 'passkey'>('app')
  const [isShort, setShort] = useState(false)
  const { passkey_options: options } = link
  const refusalText = useRefusalText()
  const enrol = useMutation({
    mutationFn: async ({ password, code }: { password: string; code: string }) => {
      const body: Given =
        factor === 'passkey' && options
          ? { password, passkey: await createPasskey(options) }
          : { password, code }
      return api.call('POST /api/operator/enrolments/{token}', { params: { token }, body })
    },
  })
  const weakness = enrol.error instanceof Refusal && enrol.error.code.startsWith('password_')
  if (enrol.isSuccess)
    return (
      <>
        <h1 className="text-2xl md:text-3xl">{t('enrol.title')}</h1>
        <MessageBox tone="success">{t('enrol.done')}</MessageBox>
        <ButtonLink href="/" wide>
          {t('enrol.to_sign_in')}
        </ButtonLink>
      </>
    )
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('enrol.title')}</h1>
        <p className="wrap-anywhere text-soft">
          {t('enrol.intro', { name: link.name, email: link.email })}
        </p>
      </header>
      <Failure title={t('enrol.failed')} error={weakness ? null : enrol.error} />
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const password = textOf(form, 'password')
          const tooShort = password.length < OPERATOR_PASSWORD_LENGTH_MIN
          setShort(tooShort)
          if (!tooShort) enrol.mutate({ password, code: textOf(form, 'code') })
        }}
      >
        <UserName email={link.email} />
        <PasswordField
          label={t('enrol.password')}
          help={t('enrol.password_help')}
          name="password"
          autoComplete="new-password"
          required
          error={isShort ? t('enrol.too_short') : weakness && refusalText(enrol.error)}
        />
        {options && <FactorChoice factor={factor} onChange={setFactor} />}
        {factor === 'app' && <AppCode link={link} />}
        {factor === 'passkey' && <p className="text-soft">{t('enrol.passkey_help')}</p>}
        <Button type="submit" wide busy={enrol.isPending}>
          {factor === 'app' ? t('enrol.submit') : t('enrol.submit_passkey')}
        </Button>
      </form>
    </>
  )
}

type Factor = 'app' | 'passkey'

function FactorChoice({
  factor,
  onChange,
}: {
  factor: Factor
  onChange: (factor: Factor) => void
}) {
  const { t } = useTranslation('console')
  const labels = { app: t('enrol.app'), passkey: t('enrol.passkey') }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('enrol.factor')}</legend>
      {(['app', 'passkey'] as const).map((choice) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="factor"
            className="size-5"
            checked={factor === choice}
            onChange={() => onChange(choice)}
          />
          {labels[choice]}
        </label>
      ))}
    </fieldset>
  )
}

function AppCode({ link: { totp } }: { link: Link }) {
  const { t } = useTranslation(['console', 'security'])
  return (
    <>
      <p className="text-soft">{t('enrol.app_help')}</p>
      <QrCode text={totp.otpauth_url} label={t('security:app.qr')} />
      <CopyField label={t('enrol.secret')} value={totp.secret} />
      <a
        href={totp.otpauth_url}
        className="inline-flex min-h-11 items-center self-start text-action underline underline-offset-4"
      >
        {t('enrol.open_app')}
      </a>
      <CodeField label={t('enrol.code')} />
    </>
  )
}
