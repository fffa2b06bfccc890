import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { bookingTotalCents, cents, dollars } from '#contract/bookings/booking-price.ts'
import type { Home } from '#contract/market/homes.ts'
import { effectiveMinimum } from '#contract/market/offer-rules.ts'
import type { PublicOffer } from '#contract/market/offer.ts'
import { suppliesAt, usualSupplies } from '#contract/market/offer-rules.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { ShownLine } from '#contract/bookings/price-lines.ts'
import type { Frequency } from '#contract/product.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { Refusal } from '#web/api/client.ts'
import type { Answer } from '#web/api/client.ts'
import { hasReason, maySucceedLater } from '#web/api/failure-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { profileKeys } from '#web/features/market/professionals/professionals.api.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import type { BookingFields } from './booking-draft.ts'
import { quoteQuery } from './quote.api.ts'
import { HOME_SIZES } from './steps/home-sizes.ts'

export type Quote = Answer<'POST /api/bookings/quote'>

/** Refusals that mean that the offer on the screen is old. */
const OFFER_IS_OLD: readonly RefusalCode[] = ['extra_not_offered', 'supplies_not_offered']

/** The price as the dialog shows it. Amounts are in dollars. */
export type DialogPrice = {
  lines: readonly ShownLine[]
  frequency: Frequency
  total: number
  /** The total of each later visit of a series, if it differs from `total`. */
  later: number | undefined
  /** How long the visit takes; undefined before the first answer for this home. */
  estimate: Quote['estimate'] | undefined
  /** The hours of the shortest visit of this service. */
  minHours: number
  /** Choices that are sent with the request: extras that the offer has, and supplies unless they are the usual ones. */
  asked: { extras?: string[]; supplies?: Supplies }
  /** The side that brings the supplies; undefined if the professional never brings them. */
  supplies: Supplies | undefined
  isUpdating: boolean
  /** The sentence about why the price could not be read. */
  problem: string | undefined
  /** Present after a failure: asks again. */
  retry: (() => void) | undefined
}

/**
 * The price of what the form has, from the server. While the next one is computed, and if it fails, the last one stays.
 * Before the first one it is what the rate of the profile makes of the hours. Until hours are chosen they follow the
 * estimate. rule: price-lines, estimate
 */
export function usePrice(
  form: UseFormReturn<BookingFields>,
  { user_id, slug, hourly_rate, offer, min_hours }: ShownProfessional,
  home: Home | undefined,
  problemText: (error: unknown) => string,
): DialogPrice {
  const { control, setValue } = form
  const [service_type, frequency, typedHours, isChosen, chosenExtras, chosenSupplies, size] =
    useWatch({
      control,
      name: [
        'service_type',
        'cleaning_frequency',
        'estimated_hours',
        'hours_chosen',
        'extras',
        'supplies',
        'home_size',
      ],
    })
  const hours = Number(typedHours)
  const minHours = effectiveMinimum(offer?.services, service_type, min_hours)
  const hasChosenHours = isChosen === true && hours >= minHours
  const extras = (offer?.extras ?? []).map(extraId).filter((extra) => chosenExtras.includes(extra))
  const supplies = suppliesOf(offer, home, chosenSupplies)
  const isUsual = supplies === suppliesOf(offer, undefined, undefined)
  const asked = {
    ...(extras.length > 0 && { extras }),
    ...(supplies && !isUsual && { supplies }),
  }
  const {
    data: current,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(
    quoteQuery(useApi(), {
      professional_id: user_id,
      service_type,
      cleaning_frequency: frequency,
      ...asked,
      ...(hasChosenHours && { estimated_hours: hours }),
      ...(home ? { home_id: home.id } : size && { home: HOME_SIZES[size] }),
    }),
  )
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const data = current ?? last
  const estimated = current && !isPlaceholderData && !hasChosenHours && current.estimated_hours
  useEffect(() => {
    if (!estimated) return
    setValue('estimated_hours', String(estimated))
    setValue('hours_chosen', false)
  }, [estimated, setValue])
  useFreshOffer(error, { user_id, slug })
  const simple = dollars(bookingTotalCents(cents(hourly_rate), hours))
  const total = data?.total_amount ?? simple
  const later = data?.later?.total_amount
  const isFailed = error !== null && !isFetching
  // Asked before the homes were loaded, it says that we do not know the home.
  const isOfNoHome = isFetching && home !== undefined && data?.estimate.source === 'default'
  return {
    lines: data?.lines ?? [{ kind: 'labour', hours, rate: hourly_rate, amount: simple }],
    frequency,
    total,
    later: later === total ? undefined : later,
    estimate: isOfNoHome ? undefined : data?.estimate,
    minHours,
    asked,
    supplies,
    isUpdating: isFetching,
    problem: isFailed && hasReason(error) ? problemText(error) : undefined,
    retry: isFailed && maySucceedLater(error) ? () => void refetch() : undefined,
  }
}

/** The code of an extra, or the id of one of the professional's own. */
export const extraId = ({ code, id }: PublicOffer['extras'][number]): string => code ?? id ?? ''

/**
 * The side that brings the supplies. Without a choice, it is the client if the home has supplies, otherwise the
 * professional. Without a home, the offer decides. Undefined if the professional never brings them. rule:
 * booking-extras
 */
function suppliesOf(
  offer: PublicOffer | undefined,
  home: Home | undefined,
  chosen: Supplies | undefined,
): Supplies | undefined {
  const brings = offer?.supplies.brings ?? 'no'
  if (brings === 'no') return undefined
  if (chosen) return chosen
  if (home) return suppliesAt(home, brings)
  return usualSupplies(brings)
}

/** Reads the profile again after a refusal that tells that its offer has changed. */
export function useFreshOffer(
  error: unknown,
  { user_id, slug }: Pick<ShownProfessional, 'user_id' | 'slug'>,
) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!(error instanceof Refusal) || !OFFER_IS_OLD.includes(error.code)) return
    void queryClient.invalidateQueries({ queryKey: profileKeys.byId(user_id) })
    void queryClient.invalidateQueries({ queryKey: profileKeys.bySlug(slug) })
  }, [error, queryClient, user_id, slug])
}
