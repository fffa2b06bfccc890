import type { ServiceType } from '../product.ts'

/** The most languages that one professional can state. */
export const SPOKEN_LANGUAGES_MAX = 8

/** Whether the professional brings the supplies, and whether they cost extra. */
export const SUPPLIES_BROUGHT = ['no', 'included', 'priced'] as const
export type SuppliesBrought = (typeof SUPPLIES_BROUGHT)[number]
/** The side that provides the cleaning supplies of a visit. rule: booking-extras */
export const SUPPLIES = ['client', 'professional'] as const
export type Supplies = (typeof SUPPLIES)[number]
/** The side that provides the supplies if nobody has chosen. rule: booking-extras */
export const usualSupplies = (brings: SuppliesBrought): Supplies =>
  brings === 'included' ? 'professional' : 'client'
/**
 * The side that provides the supplies at a saved home if the client has not chosen: the client if the home has them.
 * Undefined: the professional never brings them. rule: booking-extras
 */
export function suppliesAt(
  home: { supplies_at_home: boolean },
  brings: SuppliesBrought,
): Supplies | undefined {
  if (brings === 'no') return undefined
  return home.supplies_at_home ? 'client' : 'professional'
}
/** The lowest and highest price of supplies, in dollars a visit. */
export const SUPPLIES_PRICE_MIN = 1
export const SUPPLIES_PRICE_MAX = 100

/** Extras with a name in every language. A professional can add `OWN_EXTRAS_MAX` of their own. */
export const EXTRA_CODES = [
  'oven',
  'fridge',
  'inside_windows',
  'laundry',
  'dishes',
  'balcony',
  'ironing',
  'inside_cabinets',
] as const
export type ExtraCode = (typeof EXTRA_CODES)[number]
export const OWN_EXTRAS_MAX = 5
export const EXTRA_NAME_LENGTH_MIN = 2
export const EXTRA_NAME_LENGTH_MAX = 60
/** The least minutes of an extra; all are a multiple of it. */
export const EXTRA_MINUTES_STEP = 5
export const EXTRA_MINUTES_MAX = 240
/** The highest price of an extra, in dollars. */
export const EXTRA_PRICE_MAX = 500

export const DISCOUNT_FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const
/** The highest discount in per cent, for a visit of a series after the first one. */
export const DISCOUNT_MAX = 50

/** A visit with less labour beside its extras is not offered. rule: price-lines */
export const LABOUR_MINUTES_MIN = 30

/** The highest cost of a mile, in dollars. */
export const COST_PER_MILE_MAX = 5
/** The cost of a mile in cents until the professional saves an offer; the column has the same default. rule: offer */
export const DEFAULT_COST_PER_MILE_CENTS = 70
export const SUPPLIES_COST_MAX = 100

/** The most extras of one professional, their own among them. */
export const EXTRAS_MAX = EXTRA_CODES.length + OWN_EXTRAS_MAX

type OwnRate = { type: ServiceType; hourly_rate: number | null }

/**
 * The rate of a service in dollars: its own, but never below that of the profile. A service that is not listed has the
 * rate of the profile. rule: offer
 */
export function effectiveRate(
  services: readonly OwnRate[],
  service: ServiceType,
  profileRate: number,
): number {
  const own = services.find(({ type }) => type === service)?.hourly_rate
  return Math.max(own ?? 0, profileRate)
}

type OwnMinimum = { type: ServiceType; minimum_hours: number }

/**
 * The hours of the shortest visit of a service: the greater of its own and that of the professional's rules, 1 without
 * either. rule: offer
 */
export function effectiveMinimum(
  services: readonly OwnMinimum[] | undefined,
  service: ServiceType,
  ruleHours: number | undefined,
): number {
  const own = services?.find(({ type }) => type === service)?.minimum_hours
  return Math.max(own ?? 1, ruleHours ?? 1)
}
