import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { bookingTotalCents, cents, dollars } from '#contract/booking-price.ts'
import type { ShownLine } from '#contract/price-lines.ts'
import type { Frequency } from '#contract/product.ts'
import type { PublicProfessional } from '#contract/professionals.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import type { BookingFields } from './booking-draft.ts'
import { quoteQuery } from './quote.api.ts'

/** What the dialog shows of the price. Amounts are in dollars. */
export type DialogPrice = {
  lines: readonly ShownLine[]
  frequency: Frequency
  total: number
  /** Of each later visit of a series, if it differs. */
  later: number | undefined
  isUpdating: boolean
  /** Why there is no such price. */
  problem: string | undefined
  /** Present after a failure: asks again. */
  retry: (() => void) | undefined
}

/**
 * The price of what the form has, from the server. While the next one is computed, and if it fails, the last one stays.
 * Before the first one it is what the rate of the profile makes of the hours. rule: quote
 */
export function usePrice(
  { control }: UseFormReturn<BookingFields>,
  { user_id, hourly_rate }: PublicProfessional,
  problemText: (error: unknown) => string,
): DialogPrice {
  const [service_type, frequency, typedHours] = useWatch({
    control,
    name: ['service_type', 'cleaning_frequency', 'estimated_hours'],
  })
  const hours = Number(typedHours)
  const {
    data: current,
    error,
    isFetching,
    refetch,
  } = useQuery(
    quoteQuery(useApi(), {
      professional_id: user_id,
      service_type,
      cleaning_frequency: frequency,
      estimated_hours: hours,
    }),
  )
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const data = current ?? last
  const simple = dollars(bookingTotalCents(cents(hourly_rate), hours))
  const total = data?.total_amount ?? simple
  const later = data?.later?.total_amount
  const isFailed = error !== null && !isFetching
  const isRefused = error instanceof Refusal && error.status < 500
  return {
    lines: data?.lines ?? [{ kind: 'labour', hours, rate: hourly_rate, amount: simple }],
    frequency,
    total,
    later: later === total ? undefined : later,
    isUpdating: isFetching,
    problem: isFailed && isRefused ? problemText(error) : undefined,
    retry: isFailed && !isRefused ? () => void refetch() : undefined,
  }
}
