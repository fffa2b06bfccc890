// rule: review-fields
import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { loadTranslations } from '#web/i18n/translations.ts'
import { reviewFailure } from './review-failure.ts'

const pt = await loadTranslations('pt')
const portuguese = (await createI18n('pt')).translatorFor(['review_forms', 'errors'] as const)

test('a known refusal is shown in the reader’s language', () => {
  const { detail } = REFUSALS.already_reviewed
  const refusal = new Refusal(409, { code: 'already_reviewed', detail })
  expect(reviewFailure(portuguese, refusal)).toBe(pt.errors.already_reviewed)
})

test('of a list, known codes are translated, and other entries are shown as the server wrote them', () => {
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
  ['a lost connection', new ConnectionLost(), pt.errors.connection_lost],
  ['an answer that cannot be read', new ForeignAnswer(200), pt.review_forms.failure.connection],
  ['a proxy without a text', new ForeignAnswer(502), pt.review_forms.failure.default],
  ['an empty detail', new ForeignAnswer(500, { detail: null }), pt.review_forms.failure.default],
  [
    'an object',
    new ForeignAnswer(500, { detail: {} }),
    pt.review_forms.failure.validation_occurred,
  ],
  [
    'a list of nothing',
    new ForeignAnswer(500, { detail: [null] }),
    pt.review_forms.failure.validation,
  ],
  ['an unexpected error', new Error('a bug'), pt.review_forms.failure.connection],
])('%s has a translated text', (_title, error, told) => {
  expect(reviewFailure(portuguese, error)).toBe(told)
})
