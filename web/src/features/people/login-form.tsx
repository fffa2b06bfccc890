import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { hasOwnChoice } from '#web/i18n/detect-language.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { SecondFactorAttempt } from '#contract/people/factors.ts'
import type { User } from '#contract/people/identity.ts'
import type { Answer, Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { landingPath, safeNext, withNext } from '#web/session/next-path.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { useRules } from './rules.ts'
import { Refusal } from '#web/api/client.ts'

const PasskeyLogin = lazyPart(() => import('./passkey-login.tsx'))
const SecondStep = lazyPart(() => import('./second-step.tsx'))

type Credentials = Input<'POST /api/login'>['body']
type SignedIn = Answer<'POST /api/login'>
/** Where the login is: before the password, after `attempt` began, or after a password that is `breached`. */
type Step = { attempt?: SecondFactorAttempt; breached?: User; ended?: unknown }

/**
 * `next` is the address to open after the login. With a factor on, the second step comes after the password. After a
 * login with a breached password, the advice to change it comes first.
 * rule: login-answer, second-factor, view-guards, password-rules
 */
export function LoginForm({
  next,
  title,
  intro,
  children,
}: {
  next: string | null
  title: string
  intro: string
  /** Stands above the form, such as whom the login is to book. */
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation('security')
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [step, setStep] = useState<Step>({})
  const open = (user: User, path: string) => {
    // Not before: a signed-in user is led away from this screen.
    setSignedInUser(queryClient, user)
    navigate(path)
  }
  const onSignedIn = ({ user, language, password_breached }: SignedIn) => {
    // On a new device the account's language replaces that of the browser. Without its texts the page stays as it is.
    if (language && language !== i18n.language && !hasOwnChoice())
      i18n.choose(language).catch(() => {})
    if (password_breached) setStep({ breached: user })
    else open(user, addressAfter(next, user))
  }
  const { attempt, breached, ended } = step
  if (attempt) {
    return (
      <AuthFrame title={t('one_more_step')} intro={t('one_more_step_help')}>
        <Suspense>
          <SecondStep
            attempt={attempt}
            onSignedIn={onSignedIn}
            onEnded={(error) => setStep({ ended: error })}
            onClose={() => setStep({})}
          />
        </Suspense>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} intro={intro}>
      {breached ? (
        <BreachAdvice
          onChange={() => open(breached, '/settings')}
          onContinue={() => open(breached, addressAfter(next, breached))}
        />
      ) : (
        <>
          {children}
          <PasswordLogin
            next={next}
            ended={ended}
            onSignedIn={onSignedIn}
            onAttempt={(begun) => setStep({ attempt: begun })}
          />
          <HydratedOnly>
            <Suspense>
              <PasskeyLogin onSignedIn={onSignedIn} />
            </Suspense>
          </HydratedOnly>
        </>
      )}
    </AuthFrame>
  )
}

type PasswordLoginProps = {
  next: string | null
  /** Why a second step ended. */
  ended: unknown
  onSignedIn: (answer: SignedIn) => void
  onAttempt: (attempt: SecondFactorAttempt) => void
}

function PasswordLogin({ next, ended, onSignedIn, onAttempt }: PasswordLoginProps) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const refusalText = useRefusalText()
  const rules = useRules()
  const { register, handleSubmit, formState } = useForm<Credentials>()
  const { errors } = formState
  const login = useMutation({
    mutationFn: (body: Credentials) => api.call('POST /api/login', { body }),
    onSuccess: onSignedIn,
    onError: (error) => {
      const attempt = attemptIn(error)
      if (attempt) onAttempt(attempt)
    },
  })
  const problem = login.error ?? (login.isIdle ? ended : undefined)
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={handleSubmit((credentials) => login.mutate(credentials))}
    >
      {problem !== undefined && (
        <MessageBox tone="problem">
          <p>{t('login.failed')}</p>
          <p className="font-normal">{refusalText(problem)}</p>
        </MessageBox>
      )}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email', rules.email())}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password', rules.password())}
      />
      <Button type="submit" wide busy={login.isPending}>
        {login.isPending ? t('login.busy') : t('login.submit')}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-6">
        <TextLink href="/forgot-password">{t('login.forgot')}</TextLink>
        <TextLink href={withNext('/register', next ?? '')}>{t('login.no_account')}</TextLink>
      </p>
    </form>
  )
}

const addressAfter = (next: string | null, user: User) => safeNext(next) ?? landingPath(user)

/** Advises to change a breached password. rule: password-rules */
function BreachAdvice({ onChange, onContinue }: { onChange: () => void; onContinue: () => void }) {
  const { t } = useTranslation('identity')
  return (
    <div className="flex flex-col gap-5">
      <MessageBox tone="problem">
        <p>{t('login.breached')}</p>
        <p className="font-normal">{t('login.breached_advice')}</p>
      </MessageBox>
      <Button wide onClick={onChange}>
        {t('login.change_password')}
      </Button>
      <Button look="link" onClick={onContinue}>
        {t('login.continue')}
      </Button>
    </div>
  )
}

/** The attempt that a refused login answers, if a second factor is missing. */
function attemptIn(error: unknown): SecondFactorAttempt | undefined {
  if (!(error instanceof Refusal) || error.code !== 'second_factor_required') return undefined
  return (error.about as { second_factor?: SecondFactorAttempt }).second_factor
}
