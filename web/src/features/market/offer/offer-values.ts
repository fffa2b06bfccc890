import {
  COST_PER_MILE_MAX,
  DISCOUNT_MAX,
  EXTRA_CODES,
  EXTRA_MINUTES_MAX,
  EXTRA_MINUTES_STEP,
  EXTRA_NAME_LENGTH_MIN,
  EXTRA_PRICE_MAX,
  SUPPLIES_COST_MAX,
  SUPPLIES_PRICE_MAX,
  SUPPLIES_PRICE_MIN,
} from '#contract/market/offer-rules.ts'
import type {
  DISCOUNT_FREQUENCIES,
  ExtraCode,
  SuppliesBrought,
} from '#contract/market/offer-rules.ts'
import type { SpokenLanguage } from '#contract/people/spoken-languages.ts'
import type { Extra, Offer, OfferChange } from '#contract/market/offer.ts'
import { HOURLY_RATE_MAX } from '#contract/market/profile-rules.ts'

type DiscountFrequency = (typeof DISCOUNT_FREQUENCIES)[number]

export type ServiceValues = Omit<Offer['services'][number], 'hourly_rate'> & { hourly_rate: string }

/** A known extra, offered or not, or one of the professional's own. */
export type ExtraValues = {
  key: string
  code: ExtraCode | null
  /** The id of an own extra; null until it is saved, and for known extras. */
  id: string | null
  name: string
  isOffered: boolean
  minutes: string
  price: string
}

/** The fields of the form as they are typed, by the parts of the screen. rule: offer */
export type OfferValues = {
  services: ServiceValues[]
  supplies: { brings: SuppliesBrought; price: string }
  extras: ExtraValues[]
  discounts: Record<DiscountFrequency, string>
  care: { languages: SpokenLanguage[]; eco_products: boolean; pets_ok: boolean }
  costs: { cost_per_mile: string; supplies_per_visit: string }
}
export const OFFER_PARTS = [
  'services',
  'supplies',
  'extras',
  'discounts',
  'care',
  'costs',
] as const satisfies (keyof OfferValues)[]
export type OfferPart = (typeof OFFER_PARTS)[number]

const textOf = (value: number | null) => (value === null ? '' : String(value))
const NEW_MINUTES = '30'

/** The fields of a saved offer. */
export function valuesOf(offer: Offer): OfferValues {
  const { supplies, extras, discounts, costs } = offer
  const own = extras.filter(({ code }) => !code)
  return {
    services: offer.services.map((one) => ({ ...one, hourly_rate: textOf(one.hourly_rate) })),
    supplies: { brings: supplies.brings, price: textOf(supplies.price) },
    extras: [
      ...EXTRA_CODES.map((code) =>
        extraValues(
          code,
          code,
          extras.find((extra) => extra.code === code),
        ),
      ),
      ...own.map((extra) => extraValues(extra.id!, null, extra)),
    ],
    discounts: {
      weekly: textOf(discounts.weekly),
      biweekly: textOf(discounts.biweekly),
      monthly: textOf(discounts.monthly),
    },
    care: {
      languages: offer.languages,
      eco_products: offer.eco_products,
      pets_ok: offer.pets_ok,
    },
    costs: {
      cost_per_mile: textOf(costs.cost_per_mile),
      supplies_per_visit: textOf(costs.supplies_per_visit),
    },
  }
}

function extraValues(key: string, code: ExtraCode | null, extra: Extra | undefined): ExtraValues {
  return {
    key,
    code,
    id: extra?.id ?? null,
    name: extra?.name ?? '',
    isOffered: extra !== undefined,
    minutes: extra ? textOf(extra.minutes) : NEW_MINUTES,
    price: extra ? textOf(extra.price) : '',
  }
}

/** A new own extra. `key` is its own among all extras of the form. */
export function newOwnExtra(key: string): ExtraValues {
  return { ...extraValues(key, null, undefined), isOffered: true }
}

/** A field that cannot be saved. `field` is its name in the form. */
export type OfferProblem = {
  field: string
  reason: 'number' | 'whole' | 'minutes' | 'name' | 'languages'
  min?: number
  max?: number
}

/** The request body for these values, or the first problem in the order of the form. */
export function changeOf(values: OfferValues): { change: OfferChange } | { problem: OfferProblem } {
  const problems: OfferProblem[] = []
  const amount = (
    field: string,
    text: string,
    bounds: { min: number; max: number; reason?: 'number' | 'whole' | 'minutes' },
  ): number => {
    const { min, max, reason = 'number' } = bounds
    const value = numberOf(text)
    const isStep = reason === 'minutes' ? value % EXTRA_MINUTES_STEP === 0 : true
    const isWhole = reason === 'number' || Number.isInteger(value)
    if (!(value >= min && value <= max) || !isStep || !isWhole)
      problems.push({ field, reason, min, max })
    return value
  }
  const { services, supplies, extras, discounts, care, costs } = values
  const dollars = { min: 0, max: EXTRA_PRICE_MAX }
  const change: OfferChange = {
    services: services.map(({ hourly_rate, ...one }) => ({
      ...one,
      hourly_rate: hourly_rate.trim()
        ? amount(`rate.${one.type}`, hourly_rate, { min: 0, max: HOURLY_RATE_MAX })
        : null,
    })),
    supplies: {
      brings: supplies.brings,
      price:
        supplies.brings === 'priced'
          ? amount('supplies', supplies.price, { min: SUPPLIES_PRICE_MIN, max: SUPPLIES_PRICE_MAX })
          : null,
    },
    extras: extras
      .filter(({ isOffered }) => isOffered)
      .map(({ key, code, id, name, ...extra }) => {
        const isNamed = code !== null || name.trim().length >= EXTRA_NAME_LENGTH_MIN
        if (!isNamed) problems.push({ field: `name.${key}`, reason: 'name' })
        const minutes = amount(`minutes.${key}`, extra.minutes, {
          min: EXTRA_MINUTES_STEP,
          max: EXTRA_MINUTES_MAX,
          reason: 'minutes',
        })
        const price = amount(`price.${key}`, extra.price, dollars)
        return code ? { code, minutes, price } : { id, name, minutes, price }
      }),
    discounts: {
      weekly: percent('weekly'),
      biweekly: percent('biweekly'),
      monthly: percent('monthly'),
    },
    ...care,
    costs: {
      cost_per_mile: amount('cost_per_mile', costs.cost_per_mile, {
        min: 0,
        max: COST_PER_MILE_MAX,
      }),
      supplies_per_visit: amount('supplies_per_visit', costs.supplies_per_visit, {
        min: 0,
        max: SUPPLIES_COST_MAX,
      }),
    },
  }
  if (care.languages.length === 0) problems.push({ field: 'languages', reason: 'languages' })
  const [problem] = problems
  return problem ? { problem } : { change }

  function percent(frequency: DiscountFrequency): number {
    const bounds = { min: 0, max: DISCOUNT_MAX, reason: 'whole' } as const
    return amount(`discount.${frequency}`, discounts[frequency], bounds)
  }
}

/** '12', '12.5' and '12,5'; NaN for anything else. */
export function numberOf(text: string): number {
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : NaN
}

/** A part that another device saved meanwhile, and whether it was changed here too. */
export type ChangedPart = { part: OfferPart; alsoHere: boolean }

const isSame = (part: OfferPart, one: OfferValues, other: OfferValues) =>
  JSON.stringify(one[part]) === JSON.stringify(other[part])

/** Whether every part is equal. */
export function isSameOffer(one: OfferValues, other: OfferValues): boolean {
  return OFFER_PARTS.every((part) => isSame(part, one, other))
}

/**
 * Merges the edits of two devices by part: what only the other device changed is taken, what was changed here stays.
 * rule: edit-conflict
 */
export function mergeOffers(
  base: OfferValues,
  here: OfferValues,
  saved: OfferValues,
): { merged: OfferValues; changed: ChangedPart[] } {
  const changed = OFFER_PARTS.filter((part) => !isSame(part, base, saved)).map((part) => ({
    part,
    alsoHere: !isSame(part, base, here) && !isSame(part, here, saved),
  }))
  const taken = changed
    .filter(({ alsoHere }) => !alsoHere)
    .map(({ part }) => [part, saved[part]] as const)
  return { merged: { ...here, ...Object.fromEntries(taken) }, changed }
}
