import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { loadTranslations } from '#web/i18n/translations.ts'
import { reviewFailure } from './review-failure.ts'

const pt = await loadTranslations('pt')
const portuguese = (await createI18n('pt')).translatorFor(['reviews', 'errors'] as const)

test('a refusal that we know is told in the reader’s language', () => {
  const { detail } = REFUSALS.already_reviewed
  const refusal = new Refusal(409, { code: 'already_reviewed', detail })
  expect(reviewFailure(portuguese, refusal)).toBe(pt.errors.already_reviewed)
})

test('of a list, what we know is told in the reader’s language, the rest as it came', () => {
  const refusal = new Refusal(422, {
    code: 'invalid_input',
    detail: [
      { msg: 'Please write a comment.', loc: ['body', 'comment'], type: 'review_comment_required' },
      { msg: 'Too many hats.', loc: ['body', 'hats'], type: 'unheard_of' },
    ],
  })
  expect(reviewFailure(portuguese, refusal)).toBe(
    `${pt.errors.review_comment_required}\nToo many hats.`,
  )
})

test.each([
  ['a connection that is lost', new ConnectionLost(), pt.errors.connection_lost],
  ['an answer that is no answer', new ForeignAnswer(), pt.reviews.failure.connection],
  ['a detail of nothing', new ForeignAnswer({ detail: null }), pt.reviews.failure.default],
  ['an object', new ForeignAnswer({ detail: {} }), pt.reviews.failure.validation_occurred],
  ['a list of nothing', new ForeignAnswer({ detail: [null] }), pt.reviews.failure.validation],
  ['a surprise', new Error('a bug'), pt.reviews.failure.connection],
])('%s has words in every language', (_title, error, told) => {
  expect(reviewFailure(portuguese, error)).toBe(told)
})
