import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AccountSettings } from '#contract/account/account.ts'
import { LANGUAGES } from '#contract/product.ts'
import { PERSON_NAME_LENGTH_MAX, PHONE_LENGTH_MAX } from '#contract/people/account-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Refusal } from '#web/api/client.ts'
import { setSignedInUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useRules } from '#web/features/people/rules.ts'
import { settingsQuery } from './account.api.ts'
import { ConflictNotice } from '#web/ui/states/conflict-notice.tsx'

/** Changes name, phone and language. Merges what another device saved. rule: account-settings, edit-conflict */
export function DetailsForm({ userId, settings }: { userId: string; settings: AccountSettings }) {
  const { t } = useTranslation('account')
  const rules = useRules()
  const { register, formState, save, changed, problem } = useDetails(userId, settings)
  const { errors, isSubmitting } = formState

  return (
    <form
      noValidate
      className="flex max-w-150 flex-col gap-5"
      onSubmit={(event) => void save(event)}
    >
      {changed.length > 0 && <Conflict changed={changed} />}
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('details.first_name')}
          autoComplete="given-name"
          required
          maxLength={PERSON_NAME_LENGTH_MAX}
          error={errors.first_name?.message}
          {...register('first_name', rules.required('first_name_required'))}
        />
        <TextField
          label={t('details.last_name')}
          autoComplete="family-name"
          required
          maxLength={PERSON_NAME_LENGTH_MAX}
          error={errors.last_name?.message}
          {...register('last_name', rules.required('last_name_required'))}
        />
      </div>
      <TextField
        label={t('details.phone')}
        type="tel"
        autoComplete="tel"
        required
        maxLength={PHONE_LENGTH_MAX}
        error={errors.phone?.message}
        {...register('phone', rules.required('phone_required'))}
      />
      <SelectField
        label={t('details.language')}
        help={t('details.language_help')}
        {...register('language')}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" className="self-start" busy={isSubmitting}>
        {isSubmitting ? t('details.busy') : t('details.save')}
      </Button>
    </form>
  )
}

/** The state of the form. `save` sends it; if another device saved first, it merges the two. rule: edit-conflict */
function useDetails(userId: string, settings: AccountSettings) {
  const { i18n } = useTranslation('account')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  // The settings when the editing started. Later reads do not change the form.
  const [base, setBase] = useState(settings)
  const [changed, setChanged] = useState<readonly ChangedField[]>([])
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm<Editable>({ defaultValues: base })
  const { dirtyFields } = formState

  function startFrom(saved: AccountSettings) {
    setBase(saved)
    queryClient.setQueryData(settingsQuery(api, userId).queryKey, saved)
    setSignedInUser(queryClient, { id: userId, ...saved })
  }

  /** Fields that only the other device changed take its values. Fields changed here stay as typed. */
  async function mergeWithOtherDevice() {
    const saved = await queryClient.fetchQuery(settingsQuery(api, userId))
    const others = EDITABLE.filter((field) => saved[field] !== base[field])
    setChanged(others.map((field) => ({ field, saved, alsoHere: dirtyFields[field] === true })))
    startFrom(saved)
    reset(saved, { keepDirtyValues: true })
  }

  const save = handleSubmit(async ({ first_name, last_name, phone, language }) => {
    setProblem(undefined)
    setChanged([])
    try {
      const saved = await api.call('PUT /api/users/{id}/settings', {
        params: { id: userId },
        body: { first_name, last_name, phone, language, version: base.version },
      })
      startFrom(saved)
      reset(saved)
      if (saved.language !== i18n.language) await i18n.choose(saved.language)
      toast.success(i18n.translatorFor('account')('details.saved'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'account_changed') await mergeWithOtherDevice()
      else setProblem(refusalText(error))
    }
  })

  return { register, formState, save, changed, problem }
}

const EDITABLE = ['first_name', 'last_name', 'phone', 'language'] as const
type Editable = Pick<AccountSettings, (typeof EDITABLE)[number]>
/** A field that another device changed, and whether this form changed it too. */
type ChangedField = { field: keyof Editable; saved: Editable; alsoHere: boolean }

/** Says what another device saved in the meantime. rule: edit-conflict */
function Conflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('account')
  return (
    <ConflictNotice
      title={t('conflict.title')}
      changed={changed.map(({ field, saved, alsoHere }) => ({
        name: t(`details.${field}`),
        saved: field === 'language' ? LANGUAGE_NAMES[saved.language] : saved[field],
        outcome: alsoHere ? t('conflict.also_here') : t('conflict.taken'),
      }))}
      next={t('conflict.next')}
    />
  )
}
