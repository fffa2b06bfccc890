import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { EMAIL_LENGTH_MAX } from '#contract/people/account-rules.ts'
import { LANGUAGES } from '#contract/product.ts'
import { CONTACT_NAME_LENGTH_MAX } from '#contract/visits/safety-rules.ts'
import type { SafetyContact } from '#contract/visits/safety.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRules } from '#web/features/people/rules.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { safetyContactQuery, useSaveContact } from './contact.api.ts'

/** The form of the safety contact, to whom we write if the professional does not check in. rule: safety-timer */
export function SafetyContactPart({ userId }: { userId: string }) {
  const { t } = useTranslation('safety')
  const query = useQuery(safetyContactQuery(useApi(), userId))
  return (
    <QueryState query={query} failed={t('failed')} pending={<RowsSkeleton count={3} />}>
      {({ contact }) => <ContactForm userId={userId} contact={contact} />}
    </QueryState>
  )
}

function ContactForm({ userId, contact }: { userId: string; contact: SafetyContact | null }) {
  const { t, i18n } = useTranslation('safety')
  const rules = useRules()
  const refusalText = useRefusalText()
  const save = useSaveContact(userId)
  const nobody = { name: '', email: '', language: i18n.language }
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm<SafetyContact>({
    defaultValues: contact ?? nobody,
  })
  const { errors } = formState
  const send = async (next: SafetyContact | null) => {
    try {
      const saved = await save.mutateAsync(next)
      reset(saved.contact ?? nobody)
      toast.success(i18n.translatorFor('safety')(next ? 'contact.saved' : 'contact.removed'))
    } catch (error) {
      if (!(error instanceof Refusal) || !OF_EMAIL.has(error.code)) return
      setError('email', { message: refusalText(error) })
      setFocus('email')
    }
  }
  const isOfEmail = save.error instanceof Refusal && OF_EMAIL.has(save.error.code)
  return (
    <form
      noValidate
      className="flex max-w-150 flex-col gap-5"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      {save.error && !isOfEmail && (
        <MessageBox tone="problem">{refusalText(save.error)}</MessageBox>
      )}
      <TextField
        label={t('contact.name')}
        required
        maxLength={CONTACT_NAME_LENGTH_MAX}
        error={errors.name?.message}
        {...register('name', {
          validate: (value) => value.trim() !== '' || t('contact.name_required'),
        })}
      />
      <TextField
        label={t('contact.email')}
        help={t('contact.email_help')}
        type="email"
        required
        maxLength={EMAIL_LENGTH_MAX}
        error={errors.email?.message}
        {...register('email', rules.email())}
      />
      <SelectField label={t('contact.language')} {...register('language')}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" busy={save.isPending}>
          {t('contact.save')}
        </Button>
        {contact && (
          <Button look="danger" disabled={save.isPending} onClick={() => void send(null)}>
            {t('contact.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Refusals that are about the address. */
const OF_EMAIL: ReadonlySet<string> = new Set([
  'email_invalid',
  'safety_contact_declined',
  'address_has_letters',
])
