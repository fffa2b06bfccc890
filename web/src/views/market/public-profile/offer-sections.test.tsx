// rule: profile-content
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tasksOfService } from '#contract/market/home-rules.ts'
import type { PublicOffer } from '#contract/market/offer.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { OfferSections } from './offer-sections.tsx'

const i18n = await createI18n('en')
const shown = (included: readonly string[]) => {
  const deep = { type: 'deep', hourly_rate: null, minimum_hours: 1, included }
  const discounts = { weekly: 0, biweekly: 0, monthly: 0 }
  const supplies = { brings: 'no', price: null }
  const offer = { services: [deep], extras: [], discounts, supplies } as unknown as PublicOffer
  return renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <OfferSections offer={offer} profileRate={40} ruleHours={undefined} />
    </I18nProvider>,
  )
}

test('a profile names the tasks of a service that leaves some out, and of no other', () => {
  const all = tasksOfService('deep').length
  const some = shown(['dust', 'floors'])
  expect(some).toContain(`2 of ${all} tasks are included`)
  expect(some).toContain('Dust, Floors')
  expect(shown([])).toContain(`0 of ${all} tasks are included`)
  expect(shown(tasksOfService('deep'))).toBe('')
})
