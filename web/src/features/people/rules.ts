import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { RefusalCode } from '#contract/refusals.ts'

// The pattern is close to the one that browsers use for <input type="email">.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i

/** The forms' checks, with the sentences of the server's refusals. */
export function useRules() {
  const { t } = useTranslation('errors')
  return {
    required: (code: RefusalCode) => ({ validate: filled(t, code) }),
    // Never trimmed. rule: password-rules
    password: () => ({ validate: (value: string) => value !== '' || t('password_required') }),
    email: () => ({ validate: (value: string) => EMAIL.test(value.trim()) || t('email_invalid') }),
  }
}

const filled = (t: TFunction<'errors'>, code: RefusalCode) => (value: string) =>
  value.trim() !== '' || t(code)
