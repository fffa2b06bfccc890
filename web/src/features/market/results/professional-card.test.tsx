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
const cardOf = (
  facts: object,
  texts = i18n,
  shared: string[] = [],
  home?: { hours: number; total: number },
) =>
  renderToStaticMarkup(
    <I18nProvider value={texts}>
      <Router ssrPath="/search">
        <ProfessionalCard
          professional={{ ...GRACE, ...facts } as unknown as FoundProfessional}
          user={null}
          home={home}
          search=""
          shared={new Set(shared)}
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
test('a card tells who speaks English from who does not, in each language, unless most speak it', async () => {
  const spoken = (facts: object, texts = i18n, shared: string[] = []) =>
    [...cardOf(facts, texts, shared).matchAll(/(?:Speaks|Fala) [^<·]*[^<· ]/g)].map(
      ([text]) => text,
    )
  expect(spoken({ languages: ['pt'] })).toEqual(['Speaks Portuguese'])
  expect(spoken({ languages: ['en', 'pt'] })).toEqual(['Speaks English', 'Speaks Portuguese'])
  expect(spoken({ languages: ['en', 'pt'] }, i18n, ['en'])).toEqual(['Speaks Portuguese'])
  expect(spoken({})).toEqual(['Speaks English'])
  expect(spoken({}, i18n, ['en'])).toEqual([])
  const inPortuguese = await createI18n('pt')
  expect(spoken({}, inPortuguese)).toEqual(['Fala inglês'])
  expect(spoken({ languages: ['pt'] }, inPortuguese)).toEqual(['Fala português'])
})

test('a card leaves out the claims, services and areas that most results share', () => {
  const facts = { brings_supplies: true, services_offered: ['standard', 'deep'] }
  expect(cardOf(facts)).toContain(
    'Brings supplies · Standard Cleaning · Deep Cleaning · Serves: 78701<',
  )
  const shared = ['en', 'brings_supplies', 'standard', '78701']
  expect(cardOf(facts, i18n, shared)).toContain('>Professional Cleaner · Deep Cleaning<')
})

test('a card says what the shortest usual visit costs, the rate, and the visits that were kept', () => {
  expect(cardOf({})).toContain('$80.00</strong>')
  expect(cardOf({})).toContain('$40.00/hour')
  expect(cardOf({ min_hours: 3 })).toMatch(/\$120\.00<.*for 3 h/)
  expect(cardOf({ service_rate: 50 })).toContain('$100.00<')
  expect(cardOf({ reliability: { kept: 47, visits: 48 } })).toContain('kept 47 of 48')
  expect(cardOf({ reliability: null })).not.toContain('kept')
})

test('a card says how many visits took place, and nothing before the first', () => {
  expect(cardOf({ completed_bookings: 75 })).toContain('>· 75 visits<')
  expect(cardOf({ completed_bookings: 1 })).toContain('>· 1 visit<')
  expect(cardOf({ completed_bookings: 0 })).not.toContain('visit')
})

test('a card says what a visit to the home of the client costs, and the rate beside it', () => {
  const home = { hours: 3, total: 141 }
  const card = cardOf({ reliability: { kept: 47, visits: 48 } }, i18n, [], home)
  expect(card).toContain('$141.00</strong>')
  expect(card).toContain('>for your home, about 3 h<')
  expect(card).toContain('$40.00/hour')
  expect(card).toContain('kept 47 of 48')
  expect(card).not.toContain('for 2 h')
})

test('an approved check is a sign on the card, and nothing stands for a missing one', () => {
  expect(cardOf({})).not.toContain('ackground check')
  expect(cardOf({ isBackgroundCheckVerified: true })).toContain('>Background check approved<')
  const simulated = { isBackgroundCheckVerified: true, background_check_simulated: true }
  expect(cardOf(simulated)).toContain('Professional Cleaner · Demo check · ')
})

// rule: search-by-time
test('a card says the next free time, and in words if it is booked at once', () => {
  const next_free = {
    booking_date: '2026-12-01',
    booking_time: '08:00',
    starts_at: '2026-12-01T14:00:00Z',
  }
  expect(cardOf({ next_free })).toContain('>Next: Tue 8:00 AM<')
  expect(cardOf({ next_free, instant_booking: true })).toMatch(
    /Next: Tue 8:00 AM<.*, Instant booking/,
  )
  expect(cardOf({ next_free, paused_until: '2026-12-01' })).not.toContain('Next:')
})
