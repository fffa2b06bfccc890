import { useTranslation } from '#web/i18n/use-translation.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import { Refusal } from './client.ts'
import { detailOf, refusalText } from './refusal-text.ts'

// A file of its own, because nothing in the first view needs it. rule: first-view

/**
 * A sentence of the screen, then the reason if the server gave one that a person can act on. rule: failures
 */
export function failureText(t: TFunction<'errors'>, sentence: string, error: unknown): string {
  return hasReason(error) ? `${sentence}\n${refusalText(t, error)}` : sentence
}

/** Whether the server said why, in words that a person can act on. */
export function hasReason(error: unknown): boolean {
  return error instanceof Refusal ? error.code !== 'unexpected' : detailOf(error) !== undefined
}

/** Whether the same call may succeed later: the server did not refuse it because of what it asks. */
export function maySucceedLater(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status === 429 || error.status >= 500
}

/** `failureText` in the current language. */
export function useFailureText(): (sentence: string, error: unknown) => string {
  const { t } = useTranslation('errors')
  return (sentence, error) => failureText(t, sentence, error)
}
