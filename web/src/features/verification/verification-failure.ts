import type { TFunction } from '#web/i18n/translate.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'

/** What went wrong with a number that was sent: the sentence of professional spec 8, what to do now where it does not say, and whether the field is to blame. */
export type Failure = { text: string; next?: string; atField?: boolean }

type Words = TFunction<['verification', 'errors']>

/** Professional spec 8, Verification. */
export function verificationFailure(t: Words, error: unknown): Failure {
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
