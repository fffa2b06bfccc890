// rule: review-order
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { useReviewDate } from './review-date.ts'

const i18n = await createI18n('en')

function ReviewDate({ instant }: { instant: string }) {
  return useReviewDate()(instant)
}

test.each([
  ['2026-12-05T00:30:00.000Z', 'Dec 5, 2026'],
  ['2026-12-04T23:30:00.000Z', 'Dec 4, 2026'],
])('a review of %s has the date %s for every reader', (instant, date) => {
  const shown = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <ReviewDate instant={instant} />
    </I18nProvider>,
  )
  expect(shown).toBe(date)
})
