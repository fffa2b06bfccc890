import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NumberAfterConsent } from '#web/features/verification/number-after-consent.tsx'
import { Section } from './section.tsx'
import type { Typed } from './typed.ts'

/** The number for the background check: optional, after her consent, digits only, never kept by the browser. */
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
      {last4 && <p className="font-medium">{t('verification.given', { last4 })}</p>}
      <Controller
        control={form.control}
        name="ssn"
        render={({ field }) => (
          <NumberAfterConsent
            label={t('verification.ssn')}
            help={t('verification.ssn_help')}
            error={complaint}
            {...field}
          />
        )}
      />
    </Section>
  )
}
