// rule: search-by-time, working-hours
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test } from 'vitest'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { ProfessionalCard } from './professional-card.tsx'
import type { FoundProfessional } from './results.api.ts'

const i18n = await createI18n('en')
const GRACE = {
  user_id: '018f0000-0000-7000-8000-000000000001',
  slug: 'grace-walker',
  full_name: 'Grace Walker',
  services_offered: ['standard'],
  service_areas: ['78701'],
  gallery_images: [],
  rating: 0,
  total_reviews: 0,
  hourly_rate: 40,
}
const cardOf = (facts: object, texts = i18n) =>
  renderToStaticMarkup(
    <I18nProvider value={texts}>
      <Router ssrPath="/search">
        <ProfessionalCard
          professional={{ ...GRACE, ...facts } as unknown as FoundProfessional}
          user={null}
          search=""
          eager
        />
      </Router>
    </I18nProvider>,
  )

test('a card says from when on new clients are taken, unless the search found a free time', () => {
  const free = {
    booking_date: '2026-12-01',
    booking_time: '09:00',
    starts_at: '2026-12-01T15:00:00Z',
  }
  const paused_until = '2026-12-01'
  expect(cardOf({ paused_until })).toContain('>Takes new clients from Tue, Dec 1<')
  expect(cardOf({ paused_until, free })).toContain('>Free at 9:00 AM<')
  expect(cardOf({ paused_until, free })).not.toContain('Takes new clients')
  expect(cardOf({})).not.toContain('Takes new clients')
})

// rule: search-card
test('a card tells who speaks English from who does not, in each language', async () => {
  const chips = (facts: object, texts = i18n) =>
    [...cardOf(facts, texts).matchAll(/>((?:Speaks|Fala) [^<]*)</g)].map(([, text]) => text)
  expect(chips({ languages: ['pt'] })).toEqual(['Speaks Portuguese'])
  expect(chips({ languages: ['en', 'pt'] })).toEqual(['Speaks Portuguese', 'Speaks English'])
  expect(chips({ languages: ['en'] })).toEqual(['Speaks English'])
  expect(chips({})).toEqual(['Speaks English'])
  const inPortuguese = await createI18n('pt')
  expect(chips({}, inPortuguese)).toEqual(['Fala inglês'])
  expect(chips({ languages: ['pt'] }, inPortuguese)).toEqual(['Fala português'])
})
