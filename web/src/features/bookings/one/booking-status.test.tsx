// rule: held-starts
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { StatusSentence } from './booking-status.tsx'

const i18n = await createI18n('en')

test('a held request waits for the address of its client', () => {
  const booking = { status: 'pending', held: 'email', expires_at: null, reason: null }
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <StatusSentence booking={booking as ClientBooking} reader="client" />
    </I18nProvider>,
  )
  expect(markup).toContain('Waits for your email address')
})
