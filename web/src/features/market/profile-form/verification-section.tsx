import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NumberAfterConsent } from '#web/features/trust/verification/number-after-consent.tsx'
import { SupportText } from '#web/ui/forms/support-text.tsx'
import { Section } from './form-section.tsx'
import type { FormValues } from './form-values.ts'

/**
 * The optional number for the background check; an approved one cannot be replaced. rule: ssn-rules, ssn-secrecy,
 * ssn-unique
 */
export function VerificationSection({
  form,
  last4,
  isFixed,
  fieldError,
  className,
}: {
  form: UseFormReturn<FormValues>
  /** The last four digits of the stored number. */
  last4: string | null
  /** Whether the check is approved, so that the number cannot change. */
  isFixed: boolean
  fieldError: string | undefined
  className: string | undefined
}) {
  const { t } = useTranslation('profile')
  // Approved without a number: there is nothing to show or to give.
  if (isFixed && !last4) return null
  return (
    <Section title={t('verification.title')} help={t('verification.help')} className={className}>
      {last4 && (
        <p className="font-medium">
          <SupportText>
            {t(isFixed ? 'verification.fixed' : 'verification.given', { last4 })}
          </SupportText>
        </p>
      )}
      {!isFixed && (
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
      )}
    </Section>
  )
}
