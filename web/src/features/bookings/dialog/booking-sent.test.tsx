import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Answer } from '#web/api/client.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { BookingSent } from './booking-sent.tsx'

const professional = { full_name: 'Ana Souza' } as ShownProfessional
const BOOKED: Answer<'POST /api/bookings'> = {
  id: 'f1d1b0de-0000-4000-8000-000000000001',
  status: 'pending',
  instant: false,
  total_amount: 90,
  price_changed: false,
  later_amount: null,
  expires_at: null,
  series_id: null,
  visit: {
    starts_at: '2026-12-01T14:00:00.000Z',
    time_zone: 'America/New_York',
    city: 'Boston',
    service_type: 'standard',
    estimated_hours: 2,
    home_id: null,
  },
}

const sentScreen = async (language: 'en' | 'pt' | 'es', answered: Partial<typeof BOOKED>) =>
  renderToStaticMarkup(
    <I18nProvider value={await createI18n(language)}>
      <BookingSent
        professional={professional}
        booked={{ ...BOOKED, ...answered }}
        shownTotal={90}
      />
    </I18nProvider>,
  )

const steps = async (...parameters: Parameters<typeof sentScreen>) => {
  const markup = await sentScreen(...parameters)
  return [...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, step]) => step)
}

// rule: held-starts, booking-dialog
test.each([
  ['en', 'Ana gets your request as soon as you confirm your email address.'],
  ['pt', 'Ana recebe seu pedido assim que você confirmar seu e-mail.'],
  ['es', 'Ana recibe tu solicitud en cuanto confirmes tu correo.'],
] as const)(
  'who has not confirmed their address reads that the request waits, in %s',
  async (language, first) => {
    const held = await steps(language, { held: 'email' })
    expect(held[0]).toContain(first)
    expect(held[1]).toContain('72')
    expect(held).not.toEqual(await steps(language, {}))
  },
)

// rule: instant-booking, booking-dialog
test('a visit that was booked at once takes place, and a request has a time for its answer', async () => {
  expect((await steps('en', {}))[0]).toBe('Ana will be there.')
  expect((await steps('en', { expires_at: '2026-12-02T09:00:00Z' }))[1]).toMatch(
    /^You&#x27;ll hear back by/,
  )
})
