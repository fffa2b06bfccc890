import type { TFunction } from '#web/i18n/translate.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'

/** Why a submission failed: the sentence, what to do next, and whether the field is wrong. */
export type Failure = { text: string; next?: string; atField?: boolean }

type Translate = TFunction<['verification', 'errors']>

/** The failure of a submitted number in the reader's language. rule: ssn-rules, ssn-unique, ssn-tries */
export function verificationFailure(t: Translate, error: unknown): Failure {
  if (!(error instanceof Refusal)) {
    const next = error instanceof ConnectionLost ? t('failed.connection') : t('failed.later')
    return { text: t('failed.submission'), next }
  }
  if (error.code === 'ssn_taken') return { text: t('errors:ssn_taken'), atField: true }
  if (error.code === 'ssn_required') return { text: t('errors:ssn_required'), atField: true }
  if (error.code === 'ssn_invalid') return { text: t('failed.validation'), atField: true }
  if (error.code === 'too_many_requests')
    return { text: t('failed.submission'), next: t('failed.tries') }
  const reason = t(`errors:${error.code}`, { defaultValue: t('errors:unexpected') })
  return error.status === 422
    ? { text: t('failed.invalid'), next: reason }
    : { text: t('failed.submission'), next: reason }
}
