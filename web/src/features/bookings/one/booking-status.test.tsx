// rule: no-show
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { StatusBadge, StatusSentence } from './booking-status.tsx'

const i18n = await createI18n('en')

test.each([
  ['no_show_client', 'No-show'],
  ['no_show_professional', 'No-show'],
  ['kept', 'Completed'],
  [null, 'Completed'],
] as const)('a completed visit with the outcome %s reads %s', (outcome, words) => {
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <StatusBadge status="completed" outcome={outcome} />
    </I18nProvider>,
  )
  expect(markup.replace(/<[^>]*>/g, '')).toBe(words)
})

// rule: visit-stages
test.each([
  ['finished', 'Finished'],
  ['started', 'Accepted'],
  [null, 'Accepted'],
] as const)('an accepted visit with the latest stage %s reads %s', (stage, words) => {
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <StatusBadge status="accepted" outcome={null} stage={stage} />
    </I18nProvider>,
  )
  expect(markup.replace(/<[^>]*>/g, '')).toBe(words)
})

// rule: held-starts
test('a held request waits for the address of its client', () => {
  const booking = { status: 'pending', held: 'email', expires_at: null, reason: null }
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <StatusSentence booking={booking as ClientBooking} reader="client" />
    </I18nProvider>,
  )
  expect(markup).toContain('Waits for your email address')
})
