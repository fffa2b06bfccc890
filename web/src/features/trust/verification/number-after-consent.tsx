import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formatSsn, SSN_FORMATTED_LENGTH_MAX } from '#contract/trust/ssn.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { SupportText } from '#web/ui/forms/support-text.tsx'

const REASONS = ['why', 'kept', 'shown', 'free'] as const

type NumberProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value' | 'error'> & {
  value: string
  error: string | undefined
  /** Receives the formatted number, XXX-XX-XXXX as far as it is typed. */
  onChange: (formatted: string) => void
}

/**
 * Shows the consent first, and the number's field once it is given. Taking the consent back clears the number.
 * rule: ssn-rules
 */
export function NumberAfterConsent({ onChange, error, ...field }: NumberProps) {
  const { t } = useTranslation('verification')
  const id = useId()
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <section aria-labelledby={id} className="flex flex-col gap-3 rounded-lg bg-sky p-4">
        <h3 id={id} className="text-lg">
          {t('consent.title')}
        </h3>
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          {REASONS.map((reason) => (
            <li key={reason}>{t(`consent.${reason}`)}</li>
          ))}
        </ul>
        <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-edge bg-surface px-4 py-2 font-medium transition-colors hover:border-action has-checked:border-action has-checked:bg-mint has-disabled:cursor-default has-disabled:opacity-60">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={agreed}
            onChange={({ target }) => {
              setAgreed(target.checked)
              if (!target.checked) onChange('')
            }}
          />
          {t('consent.agree')}
        </label>
      </section>
      {agreed && (
        <TextField
          inputMode="numeric"
          autoComplete="off"
          placeholder="XXX-XX-XXXX"
          maxLength={SSN_FORMATTED_LENGTH_MAX}
          className="sm:max-w-72"
          {...field}
          error={error && <SupportText>{error}</SupportText>}
          onChange={({ target }) => onChange(formatSsn(target.value))}
        />
      )}
    </>
  )
}
