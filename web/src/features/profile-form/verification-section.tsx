import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatSsn, SSN_FORMATTED_LENGTH_MAX } from '#contract/ssn.ts'
import { TextField } from '../../ui/field.tsx'
import { Section } from './section.tsx'
import type { Typed } from './typed.ts'

/** The number for the background check: optional, digits only, never kept by the browser. */
export function VerificationSection({
  form,
  last4,
  complaint,
}: {
  form: UseFormReturn<Typed>
  /** Of the number given before. */
  last4: string | null
  complaint: string | undefined
}) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('verification.title')} help={t('verification.help')}>
      <Controller
        control={form.control}
        name="ssn"
        render={({ field }) => (
          <TextField
            label={t('verification.ssn')}
            help={last4 ? t('verification.given', { last4 }) : t('verification.ssn_help')}
            inputMode="numeric"
            autoComplete="off"
            placeholder="XXX-XX-XXXX"
            maxLength={SSN_FORMATTED_LENGTH_MAX}
            className="sm:max-w-72"
            error={complaint}
            {...field}
            onChange={({ target }) => field.onChange(formatSsn(target.value))}
          />
        )}
      />
    </Section>
  )
}
