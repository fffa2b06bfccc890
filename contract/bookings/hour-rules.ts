import { priceLines } from './booking-price.ts'
import type { PriceLine, PricedExtra } from './booking-price.ts'

/** The actual minutes of a visit, as the professional says them. rule: settle-hours */
export const ACTUAL_MINUTES = { min: 15, max: 960, step: 15 } as const

/** How many hours the client has to agree to more time than was booked. rule: settle-hours */
const HOURS_ANSWER_HOURS = 24

const HOUR_MS = 3_600_000

/** How the professional was paid. No money moves through the product. rule: receipts */
export const PAYMENT_METHODS = ['cash', 'card', 'transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The years that receipts can be listed of, to the next one. rule: receipts */
export const RECEIPT_YEAR_MIN = 2020

/** The facts that decide about the hours of a visit. Money is in cents. */
export type VisitFacts = {
  /** The lines of the price as they were agreed; they sum to the total of the booking. */
  lines: readonly PriceLine[]
  bookedMinutes: number
  /** The professional's shortest visit when it was booked. */
  minimumMinutes: number
  isCompleted: boolean
  isReclean: boolean
  /** The side that did not come; 'undecided' while a report of it is. */
  noShow: string | null
  /** When the server received that the visit is finished, and whether it was completed by then. */
  finished: { actualMinutes: number; receivedAt: Date; isLate: boolean } | null
  /** The client's answer to more time than was booked; null: none yet. */
  answer: 'yes' | 'no' | null
}

/**
 * `until` null: nobody can answer while a no-show is undecided. `lines` of hours that wait: what is due if the client
 * agrees, or, while nobody can answer, what was agreed.
 */
export type ReckonedHours = { billedMinutes: number; lines: PriceLine[] } & (
  | { state: 'waiting'; until: Date | null }
  | { state: 'settled'; by: 'professional' | 'client' | 'clock' }
)

/**
 * The hours and the price of a visit at the moment `now`; null: it is not over. Equal facts always have an equal
 * result, in whatever order presses, answers and jobs came. rule: settle-hours
 */
export function reckonHours(visit: VisitFacts, now: Date): ReckonedHours | null {
  const { bookedMinutes: booked, finished, noShow, answer } = visit
  // The shortest visit never makes more due than was booked.
  const minimum = Math.min(visit.minimumMinutes, booked)
  const billedMinutes = finished ? Math.max(finished.actualMinutes, minimum) : booked
  const settled = (minutes: number, by: 'professional' | 'client' | 'clock') =>
    ({ state: 'settled', by, billedMinutes, lines: linesFor(visit, minutes) }) as const
  const waiting = (minutes: number, until: Date | null) =>
    ({ state: 'waiting', until, billedMinutes, lines: linesFor(visit, minutes) }) as const

  if (noShow === 'undecided') return finished ? waiting(booked, null) : null
  if (noShow !== null) return { state: 'settled', by: 'clock', billedMinutes, lines: [] }
  if (!finished) return visit.isCompleted ? settled(booked, 'clock') : null
  if (billedMinutes <= booked || visit.isReclean) return settled(billedMinutes, 'professional')
  if (finished.isLate) return settled(booked, 'clock')
  if (answer !== null) return settled(answer === 'yes' ? billedMinutes : booked, 'client')
  const until = new Date(+finished.receivedAt + HOURS_ANSWER_HOURS * HOUR_MS)
  return now < until ? waiting(billedMinutes, until) : settled(booked, 'clock')
}

/** The agreed price with labour for other minutes, and the discount of that. rule: settle-hours */
function linesFor({ lines, isReclean }: VisitFacts, minutes: number): PriceLine[] {
  const labour = lines.find((line) => line.kind === 'labour')
  const discount = lines.find((line) => line.kind === 'discount')
  const supplies = lines.find((line) => line.kind === 'supplies')
  return priceLines({
    rateCents: labour?.rateCents ?? 0,
    minutes,
    extras: lines.flatMap((line) => (line.kind === 'extra' ? [extraOf(line)] : [])),
    suppliesCents: supplies?.amountCents ?? null,
    discountPercent: discount?.percent ?? 0,
    isReclean,
  })
}

function extraOf(line: Extract<PriceLine, { kind: 'extra' }>): PricedExtra {
  const { extra, name, minutes, amountCents } = line
  return { extra, name, minutes, priceCents: amountCents }
}

/** The time between two presses in steps of 15 minutes, the nearest one. rule: settle-hours */
export function usualMinutes(from: Date, to: Date): number {
  const { min, max, step } = ACTUAL_MINUTES
  const steps = Math.round((+to - +from) / 60_000 / step)
  return Math.min(max, Math.max(min, steps * step))
}
