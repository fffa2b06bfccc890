import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NumberAfterConsent } from '#web/features/verification/number-after-consent.tsx'
import { Section } from './form-section.tsx'
import type { FormValues } from './form-values.ts'

/** The optional number for the background check. rule: ssn-consent, ssn-secrecy */
export function VerificationSection({
  form,
  last4,
  fieldError,
}: {
  form: UseFormReturn<FormValues>
  /** The last four digits of the stored number. */
  last4: string | null
  fieldError: string | undefined
}) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('verification.title')} help={t('verification.help')}>
      {last4 && <p className="font-medium">{t('verification.given', { last4 })}</p>}
      <Controller
        control={form.control}
        name="ssn"
        render={({ field }) => (
          <NumberAfterConsent
            label={t('verification.ssn')}
            help={t('verification.ssn_help')}
            error={fieldError}
            {...field}
          />
        )}
      />
    </Section>
  )
}
