import { priceLines } from './booking-price.ts'
import type { PriceLine, PricedExtra } from './booking-price.ts'
import type { Supplies, SuppliesBrought } from '../market/offer-rules.ts'

/** The price that a visit has, in cents. */
export type PresentPrice = { hours: number; supplies: Supplies; lines: readonly PriceLine[] }

/** The professional's present prices of extras and supplies, in cents. */
export type OfferedNow = {
  extras: readonly PricedExtra[]
  supplies: { brings: SuppliesBrought; priceCents: number | null }
}

/** The values that a change asks for; an absent one stays as it is. */
export type AskedChange = {
  hours?: number | undefined
  extras?: readonly string[] | undefined
  supplies?: Supplies | undefined
}

/** An offer without extras and supplies, for a change of the rate alone. */
const NOTHING: OfferedNow = { extras: [], supplies: { brings: 'no', priceCents: null } }

/** The lines of a visit at another rate. Hours, extras, supplies and discount stay. rule: series-changes */
export function linesAtRate(present: PresentPrice, rateCents: number): PriceLine[] {
  const lines = present.lines.map((line) =>
    line.kind === 'labour' ? { ...line, rateCents } : line,
  )
  const price = changedPrice({ ...present, lines }, NOTHING, {})
  if (price.refusal !== null) throw new Error(`a visit cannot keep its price: ${price.refusal}`)
  return price.lines
}

/**
 * The price of a changed visit. Rate, discount, and the extras and supplies that stay keep their prices; what is added
 * costs what it costs now, if it is still offered. rule: visit-changes
 */
export function changedPrice(
  present: PresentPrice,
  offered: OfferedNow,
  asked: AskedChange,
):
  | { refusal: 'extra_not_offered' | 'supplies_not_offered' }
  | {
      refusal: null
      hours: number
      supplies: Supplies
      extras: PricedExtra[]
      lines: PriceLine[]
    } {
  const kept = present.lines.flatMap((line) => (line.kind === 'extra' ? [extraOf(line)] : []))
  const wanted = asked.extras ?? kept.map(({ extra }) => extra)
  const known = [...kept, ...offered.extras]
  const extras = wanted.map((code) => known.find(({ extra }) => extra === code))
  if (!extras.every((extra) => extra !== undefined)) return { refusal: 'extra_not_offered' }
  const supplies = asked.supplies ?? present.supplies
  const isAdded = supplies === 'professional' && present.supplies === 'client'
  if (isAdded && offered.supplies.brings === 'no') return { refusal: 'supplies_not_offered' }
  const presentCents = amountOf(present.lines, 'supplies')
  const hours = asked.hours ?? present.hours
  const discount = present.lines.find((line) => line.kind === 'discount')
  const labour = present.lines.find((line) => line.kind === 'labour')
  const lines = priceLines({
    rateCents: labour?.rateCents ?? 0,
    minutes: hours * 60,
    extras,
    suppliesCents:
      supplies === 'client' ? null : isAdded ? offered.supplies.priceCents : presentCents,
    discountPercent: discount?.percent ?? 0,
    isReclean: present.lines.some(({ kind }) => kind === 'reclean'),
  })
  return { refusal: null, hours, supplies, extras, lines }
}

function extraOf(line: Extract<PriceLine, { kind: 'extra' }>): PricedExtra {
  const { extra, name, minutes, amountCents } = line
  return { extra, name, minutes, priceCents: amountCents }
}

function amountOf(lines: readonly PriceLine[], kind: PriceLine['kind']): number | null {
  return lines.find((line) => line.kind === kind)?.amountCents ?? null
}
