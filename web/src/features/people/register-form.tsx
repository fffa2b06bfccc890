import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from '#web/i18n/translate.ts'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { Registration } from '#contract/people/identity.ts'
import { ROLES } from '#contract/product.ts'
import type { Role } from '#contract/product.ts'
import { ForeignAnswer, Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { landingPath, safeNext, withNext } from '#web/session/next-path.ts'
import { detailOf, fieldProblemText, refusalText } from '#web/api/refusal-text.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Option } from '#web/ui/forms/option.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useRules } from './rules.ts'

type Typed = Pick<
  Registration,
  'first_name' | 'last_name' | 'email' | 'phone' | 'password' | 'role'
>

/** `next` is the address to open afterwards; `role` is preselected. rule: registration, view-guards */
export function RegisterForm({ next, role }: { next: string | null; role: Role }) {
  const { t } = useTranslation(['identity', 'errors'])
  const rules = useRules()
  const { form, submit, busy, failure } = useRegistration(next, role)
  const { register, formState } = form
  const { errors } = formState

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {failure && <MessageBox tone="problem">{failure}</MessageBox>}
      <RoleChoice form={form} />
      <div className="@container">
        <div className="grid items-start gap-x-3 gap-y-4 @min-[17rem]:grid-cols-2">
          <TextField
            label={t('first_name')}
            autoComplete="given-name"
            required
            error={errors.first_name?.message}
            {...register('first_name', rules.required('first_name_required'))}
          />
          <TextField
            label={t('last_name')}
            autoComplete="family-name"
            required
            error={errors.last_name?.message}
            {...register('last_name', rules.required('last_name_required'))}
          />
        </div>
      </div>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email', rules.email())}
      />
      <TextField
        label={t('phone')}
        type="tel"
        autoComplete="tel"
        required
        error={errors.phone?.message}
        {...register('phone', rules.required('phone_required'))}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        required
        help={t('register.password_help')}
        error={errors.password?.message}
        {...register('password', rules.password())}
      />
      <Button type="submit" wide busy={busy}>
        {busy ? t('register.busy') : t('register.submit')}
      </Button>
      <p className="text-sm text-soft">
        <TextLink href="/terms">{t('register.terms')}</TextLink>
      </p>
      <TextLink href={withNext('/login', next ?? '')}>{t('register.has_account')}</TextLink>
    </form>
  )
}

/** Two cards, and the select of the same roles for what fills in forms by itself. rule: registration */
function RoleChoice({ form }: { form: UseFormReturn<Typed> }) {
  const { t } = useTranslation('identity')
  const chosen = form.watch('role')
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('register.role')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {ROLES.map((role) => (
          <Option
            key={role}
            type="radio"
            name="role_card"
            checked={role === chosen}
            onChange={() => form.setValue('role', role)}
          >
            {t(`register.role_${role}`)}
          </Option>
        ))}
      </div>
      <div aria-hidden="true" className="sr-only">
        <label htmlFor={id}>{t('register.role')}</label>
        <select id={id} className="sr-only" {...form.register('role')} tabIndex={-1}>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`register.role_${role}`)}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  )
}

/** The state of the form. After the registration, the new user is signed in and `next` or their landing page opens. */
function useRegistration(next: string | null, role: Role) {
  const { t, i18n } = useTranslation(['identity', 'errors'])
  const { t: tErrors } = useTranslation('errors')
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const form = useForm<Typed>({ defaultValues: { role } })
  const { handleSubmit, reset, setError } = form
  const registration = useMutation({
    mutationFn: (typed: Typed) =>
      api.call('POST /api/auth/register', {
        body: { ...typed, language: i18n.language },
      }),
    onSuccess: (user) => {
      setSignedInUser(queryClient, user)
      reset()
      navigate(safeNext(next) ?? landingPath(user))
    },
    onError: (error) => {
      const fieldProblems = error instanceof Refusal ? error.fieldProblems : []
      // The first problem comes last, so that its field has the focus.
      for (const fieldProblem of fieldProblems.toReversed()) {
        const field = fieldProblem.loc.find(isField)
        if (field)
          setError(
            field,
            { message: fieldProblemText(tErrors, fieldProblem) },
            { shouldFocus: true },
          )
      }
    },
  })
  return {
    form,
    submit: handleSubmit((typed) => registration.mutate(typed)),
    busy: registration.isPending,
    failure: registration.isError ? failureText(t, tErrors, registration.error) : undefined,
  }
}

/** Why the registration failed: the problems of its fields, one sentence, or no usable answer. rule: registration */
function failureText(
  t: TFunction<['identity', 'errors']>,
  tErrors: TFunction<'errors'>,
  error: Error,
): string {
  if (error instanceof ForeignAnswer && error.body) {
    const detail = detailOf(error)
    if (!detail) return t('register.failed')
    return isListed(error.body) ? t('register.failed_list', { reasons: detail }) : detail
  }
  if (!(error instanceof Refusal)) return t('register.failed_connection')
  if (error.fieldProblems.length === 0) return refusalText(tErrors, error)
  const reasons = error.fieldProblems
    .map((fieldProblem) => fieldProblemText(tErrors, fieldProblem))
    .join(', ')
  return t('register.failed_list', { reasons })
}

/** Whether the `detail` of an answer is a list. */
const isListed = (body: unknown) =>
  typeof body === 'object' && body !== null && 'detail' in body && Array.isArray(body.detail)

const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'password',
  'role',
] as const satisfies Path<Typed>[]
const isField = (part: string | number): part is (typeof FIELDS)[number] =>
  FIELDS.some((field) => field === part)
