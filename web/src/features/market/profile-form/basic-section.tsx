import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import {
  BIO_LENGTH_MAX,
  EMPLOYEES_COUNTS,
  HOURLY_RATE_MAX,
  HOURLY_RATE_MIN,
  HOURLY_RATE_STEP,
  SOCIAL_MEDIA_URL_LENGTH_MAX,
  YEARS_OF_EXPERIENCE,
} from '#contract/market/profile-rules.ts'
import { FULL_NAME_LENGTH_MAX } from '#contract/people/account-rules.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { FieldErrorOf } from './field-error.ts'
import { Section } from './form-section.tsx'
import { onPhoneIf } from './part-tabs.tsx'
import type { FormPart } from './part-tabs.tsx'
import type { FormValues } from './form-values.ts'

/**
 * Name, bio, rate, experience, employees, social address, and where the number is entered, which needs a consent first.
 * rule: profile-form-screen
 */
export function BasicSection({
  form,
  errorOf,
  numberIsAskedFor,
  part,
}: {
  form: UseFormReturn<FormValues>
  errorOf: FieldErrorOf
  /** Whether the form has the section for the Social Security Number. */
  numberIsAskedFor: boolean
  part: FormPart
}) {
  const { t } = useTranslation('profile')
  const { register, control } = form
  const you = onPhoneIf(part === 'you')
  const bio = useWatch({ control, name: 'bio' })
  return (
    <Section
      title={t('basic.title')}
      help={t('basic.help')}
      className={onPhoneIf(part === 'you' || part === 'services')}
      headerClass={you}
      // On a phone the rate is in another part.
      helpClass="max-md:hidden"
    >
      <TextField
        label={t('full_name')}
        help={t('full_name_help')}
        autoComplete="name"
        className={you}
        maxLength={FULL_NAME_LENGTH_MAX}
        error={errorOf('full_name')}
        {...register('full_name')}
      />
      <TextareaField
        label={t('bio')}
        help={t('bio_help', { length: bio.length, most: BIO_LENGTH_MAX })}
        rows={5}
        className={you}
        maxLength={BIO_LENGTH_MAX}
        error={errorOf('bio')}
        {...register('bio')}
      />
      <WorkFields
        form={form}
        error={errorOf('hourly_rate')}
        className={onPhoneIf(part === 'services')}
      />
      <TextField
        label={t('social_media_url')}
        help={t('social_media_url_help')}
        inputMode="url"
        autoComplete="url"
        className={you}
        autoCapitalize="none"
        maxLength={SOCIAL_MEDIA_URL_LENGTH_MAX}
        placeholder="https://www.instagram.com/…"
        error={errorOf('social_media_url')}
        {...register('social_media_url')}
      />
      {numberIsAskedFor && (
        <div className="max-md:hidden">
          <p className="font-medium">{t('verification.ssn')}</p>
          <p className="text-sm text-soft">{t('basic.ssn_where')}</p>
        </div>
      )}
    </Section>
  )
}

type WorkFieldsProps = {
  form: UseFormReturn<FormValues>
  error: string | undefined
  className: string | undefined
}

/** Rate, experience and employees, which a phone shows beside the services. */
function WorkFields({ form: { register, control }, error, className }: WorkFieldsProps) {
  const { t } = useTranslation('profile')
  const employees = useWatch({ control, name: 'employees_count' })
  return (
    <>
      <TextField
        label={t('hourly_rate')}
        help={t('hourly_rate_help')}
        type="number"
        inputMode="decimal"
        min={HOURLY_RATE_MIN}
        max={HOURLY_RATE_MAX}
        step={HOURLY_RATE_STEP}
        className={classNames('sm:max-w-60', className)}
        error={error}
        {...register('hourly_rate')}
      />
      <div className={classNames('grid grid-cols-2 items-end gap-5', className)}>
        <SelectField label={t('years_experience')} {...register('years_experience')}>
          {YEARS_OF_EXPERIENCE.map((years) => (
            <option key={years} value={years}>
              {years}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('employees_count')} {...register('employees_count')}>
          {[...new Set([...EMPLOYEES_COUNTS, employees])].map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
