import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownProfessional } from '#web/features/professionals/professionals.api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import type { BookingFields } from './booking-draft.ts'
import { BookingSent } from './booking-sent.tsx'

const professional = { full_name: 'Ana Souza' } as ShownProfessional
const fields = {
  booking_date: '2026-12-01',
  booking_time: '09:00',
  city: 'Boston',
  service_type: 'standard',
  estimated_hours: '2',
} as BookingFields

const steps = async (language: 'en' | 'pt' | 'es', expiresAt: string | null, held: boolean) => {
  const markup = renderToStaticMarkup(
    <I18nProvider value={await createI18n(language)}>
      <BookingSent
        professional={professional}
        fields={fields}
        total={90}
        later={null}
        expiresAt={expiresAt}
        held={held}
      />
    </I18nProvider>,
  )
  return [...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, step]) => step)
}

// rule: held-starts, booking-dialog-states
test.each([
  ['en', 'Ana Souza Cleaning gets your request as soon as you confirm your email address.'],
  ['pt', 'Ana Souza Cleaning recebe seu pedido assim que você confirmar seu e-mail.'],
  ['es', 'Ana Souza Cleaning recibe tu solicitud en cuanto confirmes tu correo electrónico.'],
] as const)(
  'who has not confirmed their address reads that the request waits, in %s',
  async (language, first) => {
    const held = await steps(language, null, true)
    expect(held[0]).toContain(first)
    expect(held[1]).toContain('72')
    expect(held).not.toEqual(await steps(language, null, false))
  },
)

// rule: instant-booking, booking-dialog-states
test('a visit that was booked at once takes place, and a request has a time for its answer', async () => {
  expect((await steps('en', null, false))[0]).toBe('Ana Souza Cleaning comes at this time.')
  expect((await steps('en', '2026-12-02T09:00:00Z', false))[1]).toMatch(/^An answer comes by/)
})
