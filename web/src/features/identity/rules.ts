import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { RefusalCode } from '#contract/refusals.ts'

// What <input type="email"> itself takes for an address.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i

/** The forms' own checks, in the words of the refusals the server would give. */
export function useRules() {
  const { t } = useTranslation('errors')
  return {
    required: (code: RefusalCode) => ({ validate: filled(t, code) }),
    // Never trimmed: a password is what was typed (decision 9).
    password: () => ({ validate: (value: string) => value !== '' || t('password_required') }),
    email: () => ({ validate: (value: string) => EMAIL.test(value.trim()) || t('email_invalid') }),
  }
}

const filled = (t: TFunction<'errors'>, code: RefusalCode) => (value: string) =>
  value.trim() !== '' || t(code)
