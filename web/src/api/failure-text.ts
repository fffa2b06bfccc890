import { useTranslation } from '#web/i18n/use-translation.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import { Refusal } from './client.ts'
import { detailOf, refusalText } from './refusal-text.ts'

// A file of its own, because nothing in the first view needs it. rule: home-weight

/**
 * A sentence of the screen, then the reason if the server gave one that a person can act on. rule: failure-texts
 */
export function failureText(t: TFunction<'errors'>, sentence: string, error: unknown): string {
  const isExpected = error instanceof Refusal && error.status < 500
  const reason = isExpected ? refusalText(t, error) : detailOf(error)
  return reason ? `${sentence}\n${reason}` : sentence
}

/** `failureText` in the current language. */
export function useFailureText(): (sentence: string, error: unknown) => string {
  const { t } = useTranslation('errors')
  return (sentence, error) => failureText(t, sentence, error)
}
