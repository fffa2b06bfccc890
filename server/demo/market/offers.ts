import { SPOKEN_LANGUAGES } from '#contract/people/spoken-languages.ts'
import { chance } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { DEMO_PEOPLE } from './demo-people.ts'
import type { DemoProfessional } from './people.ts'

/** The seed of the invented offers. No other invention uses it, so each can change alone. */
const SEED = 20_270_103
const OFFERING = 1 / 3
const EXTRAS = [
  { code: 'oven', minutes: 30, price_cents: 2500 },
  { code: 'fridge', minutes: 30, price_cents: 2000 },
  { code: 'inside_windows', minutes: 45, price_cents: 4000 },
  { code: 'laundry', minutes: 60, price_cents: 2500 },
  { code: 'ironing', minutes: 45, price_cents: 3000 },
] as const

type Extra = { code: string | null; name?: string; minutes: number; price_cents: number }
type Facts = {
  brings: 'no' | 'included' | 'priced'
  supplies_price_cents?: number
  eco_products: boolean
  pets_ok: boolean
  languages: string[]
  weekly_percent: number
  /** Cents an hour that a service costs above the rate of the profile, by service. */
  dearer: Record<string, number>
  extras: readonly Extra[]
}

/** Offers of named people, by email. A named professional who is missing here has no offer. */
const NAMED_OFFERS = new Map<string, Facts>([
  [
    DEMO_PEOPLE.grace.email,
    {
      brings: 'included',
      eco_products: true,
      pets_ok: true,
      languages: ['en'],
      weekly_percent: 10,
      dearer: { deep: 800, move_in_out: 1000, post_construction: 1600 },
      extras: [
        ...EXTRAS.slice(0, 3),
        { code: null, name: 'Plant watering', minutes: 15, price_cents: 500 },
      ],
    },
  ],
  [
    DEMO_PEOPLE.lucia.email,
    {
      brings: 'priced',
      supplies_price_cents: 1200,
      eco_products: false,
      pets_ok: true,
      languages: ['es', 'en'],
      weekly_percent: 8,
      dearer: { deep: 600 },
      extras: EXTRAS.slice(0, 1),
    },
  ],
  [
    DEMO_PEOPLE.ana.email,
    {
      brings: 'no',
      eco_products: false,
      pets_ok: true,
      languages: ['pt', 'en'],
      weekly_percent: 5,
      dearer: { deep: 700 },
      extras: EXTRAS.slice(3),
    },
  ],
])

/** The rows of offers, offer_services and offer_extras: three named people, and a third of the others. */
export function demoOffers(professionals: readonly DemoProfessional[]) {
  const random = chance(SEED)
  const named = new Set<string>(Object.values(DEMO_PEOPLE).map(({ email }) => email))
  const offers = professionals.flatMap((professional) => {
    const { email } = professional
    const facts = named.has(email) ? NAMED_OFFERS.get(email) : inventedOffer(professional, random)
    return facts ? [{ professional, facts }] : []
  })
  return {
    offers: offers.map(({ professional: { id }, facts }) => ({
      professional_id: id,
      version: 1,
      brings: facts.brings,
      eco_products: facts.eco_products,
      pets_ok: facts.pets_ok,
      languages: facts.languages,
      weekly_percent: facts.weekly_percent,
      supplies_price_cents: facts.supplies_price_cents ?? null,
      biweekly_percent: Math.floor(facts.weekly_percent / 2),
      monthly_percent: 0,
      cost_per_mile_cents: 70,
      supplies_per_visit_cents: facts.brings === 'no' ? 0 : 400,
    })),
    services: offers.flatMap(({ professional: { id, services, hourly_rate_cents }, facts }) =>
      services
        .filter((service) => facts.dearer[service] !== undefined)
        .map((service_type) => ({
          professional_id: id,
          service_type,
          hourly_rate_cents: Math.min(20_000, hourly_rate_cents + facts.dearer[service_type]!),
          minimum_hours: leastHoursOf(service_type),
        })),
    ),
    extras: offers.flatMap(({ professional: { id }, facts }) =>
      facts.extras.map(({ code, name = null, minutes, price_cents }, position) => ({
        professional_id: id,
        position,
        code,
        name,
        minutes,
        price_cents,
      })),
    ),
  }
}

/** The hours of the shortest visit. */
export function leastHoursOf(service: string): number {
  return service === 'post_construction' ? 3 : 1
}

function inventedOffer({ language }: DemoProfessional, random: Chance): Facts | undefined {
  const brings = random.pick(['no', 'included', 'priced'] as const)
  const other = random.pick(SPOKEN_LANGUAGES)
  const facts = {
    brings,
    ...(brings === 'priced' ? { supplies_price_cents: 1000 } : {}),
    eco_products: random.happens(0.4),
    pets_ok: random.happens(0.5),
    languages: [...new Set([language, ...(random.happens(0.3) ? [other] : []), 'en'])],
    weekly_percent: random.pick([0, 5, 10]),
    dearer: random.happens(0.5) ? { deep: 500, move_in_out: 800 } : ({} as Record<string, number>),
    extras: EXTRAS.slice(0, random.pick([0, 1, 2, 3])),
  }
  return random.happens(OFFERING) ? facts : undefined
}
