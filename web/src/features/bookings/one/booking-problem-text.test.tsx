// rule: visit-rules, booking-home, paused-clients
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Language } from '#contract/product.ts'
import type { RefusalCode, RefusalParams } from '#contract/refusals.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { Refusal } from '#web/api/client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { useBookingProblemText } from './booking-problem-text.ts'

async function textOf(language: Language, code: RefusalCode, params: RefusalParams) {
  const { status, detail } = REFUSALS[code]
  const refusal = new Refusal(status, { code, detail, params })
  function Problem() {
    return useBookingProblemText()(refusal)
  }
  return renderToStaticMarkup(
    <I18nProvider value={await createI18n(language)}>
      <Problem />
    </I18nProvider>,
  )
}

test('a refusal names the least hours, the ZIP and the date, in the reader’s language', async () => {
  const tooShort = (language: Language) =>
    textOf(language, 'hours_below_minimum', { min_hours: '3' })
  expect(await tooShort('en')).toBe('This professional has a 3-hour minimum.')
  expect(await tooShort('es')).toBe('El mínimo de este profesional es de 3 horas.')
  expect(await tooShort('pt')).toBe('O mínimo deste profissional é de 3 horas.')
  const served = { zip_code: '78745', way_on: '/search?zip_code=78745&service_type=standard' }
  expect(await textOf('en', 'home_not_served', served)).toBe(
    'This professional doesn&#x27;t serve 78745. Search this ZIP code to see who does.',
  )
  const paused = await textOf('en', 'professional_paused', { paused_until: '2026-12-15' })
  expect(paused).toContain('isn&#x27;t taking new clients before')
  expect(paused).toContain('December 15')
})
