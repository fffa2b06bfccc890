import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TASKS, tasksOfService } from './home-rules.ts'
import {
  COST_PER_MILE_MAX,
  DISCOUNT_MAX,
  EXTRA_CODES,
  EXTRA_MINUTES_MAX,
  EXTRA_MINUTES_STEP,
  EXTRA_NAME_LENGTH_MAX,
  EXTRA_NAME_LENGTH_MIN,
  EXTRA_PRICE_MAX,
  EXTRAS_MAX,
  OWN_EXTRAS_MAX,
  SPOKEN_LANGUAGES_MAX,
  SUPPLIES_BROUGHT,
  SUPPLIES_COST_MAX,
  SUPPLIES_PRICE_MAX,
  SUPPLIES_PRICE_MIN,
} from './offer-rules.ts'
import { SPOKEN_LANGUAGES } from '../people/spoken-languages.ts'
import { BOOKING_HOURS } from '../bookings/booking-rules.ts'
import { HOURLY_RATE_MAX } from './profile-rules.ts'
import { SERVICE_TYPES } from '../product.ts'
import { code, Id, line } from '../values.ts'

const invalid = code('offer_invalid')

/** Dollars with whole cents. */
const dollars = (min: number, max: number) =>
  z
    .number(invalid)
    .min(min, invalid)
    .max(max, invalid)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, invalid)
const wholeNumber = (min: number, max: number) =>
  z.number(invalid).int(invalid).min(min, invalid).max(max, invalid)
const isEachOnce = (values: readonly unknown[]) => new Set(values).size === values.length

const Service = z.object(
  {
    type: z.enum(SERVICE_TYPES, invalid),
    /**
     * The price of an hour in dollars. Null: that of the profile, which also counts where it is higher.
     * rule: offer
     */
    hourly_rate: dollars(0, HOURLY_RATE_MAX).nullable(),
    /** The hours of the shortest visit, if the professional's rules do not say more. */
    minimum_hours: z.literal(BOOKING_HOURS, invalid),
    included: z.array(z.enum(TASKS, invalid), invalid),
  },
  invalid,
)

const NewService = Service.refine(({ type, included }) => {
  const known = tasksOfService(type)
  return isEachOnce(included) && included.every((task) => known.includes(task))
}, invalid)

const Supplies = z.object(
  {
    brings: z.enum(SUPPLIES_BROUGHT, invalid),
    /** The price in dollars a visit; null unless supplies are priced. */
    price: dollars(SUPPLIES_PRICE_MIN, SUPPLIES_PRICE_MAX).nullable(),
  },
  invalid,
)

const extraFields = {
  minutes: wholeNumber(EXTRA_MINUTES_STEP, EXTRA_MINUTES_MAX).multipleOf(
    EXTRA_MINUTES_STEP,
    invalid,
  ),
  /** The price in dollars. */
  price: dollars(0, EXTRA_PRICE_MAX),
}

/** An extra has a `code`, or is the professional's own with `id` and `name`. */
const Extra = z.object({
  code: z.enum(EXTRA_CODES).optional(),
  id: Id.optional(),
  name: z.string().optional(),
  minutes: z.number().int(),
  price: z.number(),
})
export type Extra = z.infer<typeof Extra>

/** An own extra keeps the `id` that is sent. */
const NewExtra = z
  .object(
    {
      code: z.enum(EXTRA_CODES, invalid).nullish(),
      id: z.uuid(invalid).toLowerCase().nullish(),
      name: line(EXTRA_NAME_LENGTH_MIN, EXTRA_NAME_LENGTH_MAX, invalid, invalid).nullish(),
      ...extraFields,
    },
    invalid,
  )
  .refine(({ code, id, name }) => (code ? !id && !name : Boolean(name)), invalid)

const Discounts = z.object(
  {
    weekly: wholeNumber(0, DISCOUNT_MAX),
    biweekly: wholeNumber(0, DISCOUNT_MAX),
    monthly: wholeNumber(0, DISCOUNT_MAX),
  },
  invalid,
)

const Costs = z.object(
  {
    cost_per_mile: dollars(0, COST_PER_MILE_MAX),
    supplies_per_visit: dollars(0, SUPPLIES_COST_MAX),
  },
  invalid,
)

const facts = {
  /** False: the professional does not claim it. */
  eco_products: z.boolean(invalid),
  pets_ok: z.boolean(invalid),
  /** Languages that the professional speaks. Until the offer is saved, that of the account. */
  languages: z
    .array(z.enum(SPOKEN_LANGUAGES, invalid), invalid)
    .min(1, invalid)
    .max(SPOKEN_LANGUAGES_MAX, invalid)
    .refine(isEachOnce, invalid),
}

/** The public part of an offer. rule: offer, public-fields */
export const PublicOffer = z.object({
  /** Each service of the profile, in its order. */
  services: z.array(Service),
  supplies: Supplies,
  ...facts,
  extras: z.array(Extra),
  /** The discounts in per cent, for visits of a series after the first one. */
  discounts: Discounts,
})
export type PublicOffer = z.infer<typeof PublicOffer>

/** An offer as its professional sees it. Amounts are in dollars. rule: offer */
const Offer = PublicOffer.extend({
  /** The costs for the professional's own estimates. */
  costs: Costs,
})
export type Offer = z.infer<typeof Offer>

/** A field that is absent stays as it is. A service that is left out of `services` gets the defaults. */
const OfferChange = z
  .object(
    {
      services: z.array(NewService, invalid).max(SERVICE_TYPES.length, invalid),
      supplies: Supplies.refine(
        ({ brings, price }) => (brings === 'priced') === (price !== null),
        invalid,
      ),
      ...facts,
      extras: z.array(NewExtra, invalid).max(EXTRAS_MAX, invalid),
      discounts: Discounts,
      costs: Costs,
    },
    invalid,
  )
  .partial()
  .refine(({ services = [] }) => isEachOnce(services.map(({ type }) => type)), invalid)
  .refine(({ extras = [] }) => {
    const codes = extras.flatMap(({ code }) => code ?? [])
    const ids = extras.flatMap(({ id }) => id ?? [])
    return extras.length - codes.length <= OWN_EXTRAS_MAX && isEachOnce(codes) && isEachOnce(ids)
  }, invalid)
export type OfferChange = z.infer<typeof OfferChange>

const SavedOffer = z.object({
  offer: Offer,
  /** Rises with each save; 0 until the first one. */
  version: z.number().int(),
})
export type SavedOffer = z.infer<typeof SavedOffer>

const ownOfferCall = {
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'userId' },
  path: '/api/professional/offer/{userId}',
  params: z.object({ userId: z.string().max(64) }),
  answer: SavedOffer,
} as const

/** rule: offer */
export const ownOffer = endpoint({
  ...ownOfferCall,
  method: 'GET',
  summary: "A professional's rates, extras, supplies and languages",
  refusals: ['complete_profile_first'],
})

/** Never changes a booking. rule: offer, edit-conflict */
export const saveOffer = endpoint({
  ...ownOfferCall,
  method: 'PUT',
  summary: 'Change rates, extras, supplies and languages',
  body: z.object({
    offer: OfferChange,
    /** The version that was edited. rule: edit-conflict */
    version: z.number('invalid_input').int('invalid_input').min(0, 'invalid_input'),
  }),
  refusals: ['service_not_offered', 'complete_profile_first', 'offer_changed'],
})
