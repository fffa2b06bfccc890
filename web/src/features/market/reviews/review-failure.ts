import type { TFunction } from '#web/i18n/translate.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'

type ReviewTexts = TFunction<['review_forms', 'errors']>

/** Why a review was not written, by the shape of the answer's `detail`. rule: review-fields */
export function reviewFailure(t: ReviewTexts, error: unknown): string {
  if (error instanceof Refusal) return detailText(t, error.detail, error.code)
  if (error instanceof ForeignAnswer && isObject(error.body)) {
    return detailText(t, error.body['detail'])
  }
  if (error instanceof ConnectionLost) return t('errors:connection_lost')
  // A proxy without a text: the connection of the client is not at fault.
  if (error instanceof ForeignAnswer && error.status >= 400)
    return t('review_forms:failure.default')
  return t('review_forms:failure.connection')
}

function detailText(t: ReviewTexts, detail: unknown, code?: RefusalCode): string {
  if (typeof detail === 'string' && detail !== '') return translated(t, code, detail)
  if (Array.isArray(detail)) {
    return (
      detail.map((entry) => entryText(t, entry)).join('\n') || t('review_forms:failure.validation')
    )
  }
  if (isObject(detail)) {
    return textIn(detail, 'message') ?? t('review_forms:failure.validation_occurred')
  }
  return t('review_forms:failure.default')
}

function entryText(t: ReviewTexts, entry: unknown): string {
  const fieldProblem = isObject(entry) ? entry : {}
  const message = textIn(fieldProblem, 'msg') ?? textIn(fieldProblem, 'message')
  return translated(
    t,
    textIn(fieldProblem, 'type'),
    message ?? t('review_forms:failure.validation'),
  )
}

/** The translation of a known code, else the sentence of the server. */
const translated = (t: ReviewTexts, code: string | undefined, sentence: string): string =>
  code === undefined ? sentence : t(`errors:${code as RefusalCode}`, { defaultValue: sentence })

function textIn(value: Record<string, unknown>, name: string): string | undefined {
  const text = value[name]
  return typeof text === 'string' && text !== '' ? text : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
