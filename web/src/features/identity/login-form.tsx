import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { User } from '#contract/identity.ts'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { landingPath, safeNext, withNext } from '#web/session/next-path.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useRules } from './rules.ts'

type Credentials = Input<'POST /api/login'>['body']

/**
 * `next` is the address to open after the login. After a login with a breached password, the advice to change it comes
 * first. rule: login-screen, after-sign-in, breached-login
 */
export function LoginForm({ next }: { next: string | null }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const refusalText = useRefusalText()
  const rules = useRules()
  const { register, handleSubmit, formState } = useForm<Credentials>()
  const { errors } = formState
  const login = useMutation({
    mutationFn: (body: Credentials) => api.call('POST /api/login', { body }),
    onSuccess: ({ user, password_breached }) => {
      if (password_breached) return
      setSignedInUser(queryClient, user)
      navigate(addressAfter(next, user))
    },
  })

  if (login.data?.password_breached) {
    const { user } = login.data
    const open = (path: string) => {
      // Not before: a signed-in user is led away from this screen.
      setSignedInUser(queryClient, user)
      navigate(path)
    }
    return (
      <BreachAdvice
        onChange={() => open('/settings')}
        onContinue={() => open(addressAfter(next, user))}
      />
    )
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={handleSubmit((credentials) => login.mutate(credentials))}
    >
      {login.isError && (
        <MessageBox tone="problem">
          <p>{t('login.failed')}</p>
          <p className="font-normal">{refusalText(login.error)}</p>
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

/** Advises to change a breached password. rule: breached-login */
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
