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
import type { FieldErrorOf } from './field-error.ts'
import { Section } from './form-section.tsx'
import type { FormValues } from './form-values.ts'

/**
 * Name, bio, rate, experience, employees, social address, and where the number is entered, which needs a consent first.
 * rule: profile-form-screen
 */
export function BasicSection({
  form,
  errorOf,
  numberIsAskedFor,
}: {
  form: UseFormReturn<FormValues>
  errorOf: FieldErrorOf
  /** Whether the form has the section for the Social Security Number. */
  numberIsAskedFor: boolean
}) {
  const { t } = useTranslation('profile')
  const { register, control } = form
  const bio = useWatch({ control, name: 'bio' })
  const employees = useWatch({ control, name: 'employees_count' })
  return (
    <Section title={t('basic.title')} help={t('basic.help')}>
      <TextField
        label={t('full_name')}
        help={t('full_name_help')}
        autoComplete="name"
        maxLength={FULL_NAME_LENGTH_MAX}
        error={errorOf('full_name')}
        {...register('full_name')}
      />
      <TextareaField
        label={t('bio')}
        help={t('bio_help', { length: bio.length, most: BIO_LENGTH_MAX })}
        rows={6}
        maxLength={BIO_LENGTH_MAX}
        error={errorOf('bio')}
        {...register('bio')}
      />
      <TextField
        label={t('hourly_rate')}
        help={t('hourly_rate_help')}
        type="number"
        inputMode="decimal"
        min={HOURLY_RATE_MIN}
        max={HOURLY_RATE_MAX}
        step={HOURLY_RATE_STEP}
        className="sm:max-w-60"
        error={errorOf('hourly_rate')}
        {...register('hourly_rate')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
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
      <TextField
        label={t('social_media_url')}
        help={t('social_media_url_help')}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        maxLength={SOCIAL_MEDIA_URL_LENGTH_MAX}
        placeholder="https://www.instagram.com/…"
        error={errorOf('social_media_url')}
        {...register('social_media_url')}
      />
      {numberIsAskedFor && (
        <div>
          <p className="font-medium">{t('verification.ssn')}</p>
          <p className="text-sm text-soft">{t('basic.ssn_where')}</p>
        </div>
      )}
    </Section>
  )
}
