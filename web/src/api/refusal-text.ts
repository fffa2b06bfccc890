import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { FieldProblem, RefusalCode } from '#contract/refusals.ts'
import { ConnectionLost, ForeignAnswer, Refusal } from './client.ts'

type Errors = TFunction<'errors'>

/**
 * The text of a failure in the reader's language: of the refusal's code, of a lost connection, or of an unexpected
 * error. Without a known code, the `detail` of the answer itself. rule: failures
 */
export function refusalText(t: Errors, error: unknown): string {
  if (error instanceof ConnectionLost) return t('connection_lost')
  // A newer server may send a code that this page does not know.
  if (error instanceof Refusal) return t(error.code, { defaultValue: error.message })
  return detailOf(error) ?? t('unexpected')
}

/** The `detail` of an answer that has no code: a sentence, or the sentences of a list. Undefined without one. */
export function detailOf(error: unknown): string | undefined {
  const detail = error instanceof ForeignAnswer ? valueIn(error.body, 'detail') : undefined
  const entries: unknown[] = Array.isArray(detail) ? detail : [detail]
  const sentences = entries.map((entry) => valueIn(entry, 'msg') ?? entry)
  return sentences.filter((entry) => typeof entry === 'string').join(', ') || undefined
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
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
