import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { FieldProblem, RefusalCode } from '#contract/refusals.ts'
import { ConnectionLost, Refusal } from './client.ts'

type Errors = TFunction<'errors'>

/**
 * The text of a failure in the reader's language: of the refusal's code, of a lost connection, or of an unexpected
 * error. rule: failure-texts
 */
export function refusalText(t: Errors, error: unknown): string {
  if (error instanceof ConnectionLost) return t('connection_lost')
  // A newer server may send a code that this page does not know.
  return error instanceof Refusal
    ? t(error.code, { defaultValue: t('unexpected') })
    : t('unexpected')
}

/**
 * The text of one problem of a field. `type` is its code; without a translation, the server's own sentence is
 * used.
 */
export function fieldProblemText(t: Errors, fieldProblem: FieldProblem): string {
  return t(fieldProblem.type as RefusalCode, { defaultValue: fieldProblem.msg })
}

/** `refusalText` in the current language. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => refusalText(t, error)
}
