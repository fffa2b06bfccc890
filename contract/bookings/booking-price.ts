/** The total of a booking without extras in cents. rule: price-lines */
export function bookingTotalCents(hourlyRateCents: number, hours: number): number {
  return Math.round(hourlyRateCents * hours)
}

/** An extra of a visit. `extra` is its code, or the id of one of the professional's own, which alone has a `name`. */
export type PricedExtra = {
  extra: string
  name: string | null
  minutes: number
  priceCents: number
}

/** The facts that decide the price of a visit. */
export type PricedVisit = {
  rateCents: number
  /** All minutes, those of the extras too. */
  minutes: number
  extras: readonly PricedExtra[]
  /** Null: the client provides the supplies, or they cost nothing. */
  suppliesCents: number | null
  /** 0 but for later visits of a series. */
  discountPercent: number
  /** Whether it repairs an earlier visit, for nothing. */
  isReclean?: boolean
}

/** One line of a price in cents. The minutes of labour can be no exact decimals of an hour. rule: price-lines */
export type PriceLine =
  | { kind: 'labour'; minutes: number; rateCents: number; amountCents: number }
  | { kind: 'extra'; extra: string; name: string | null; minutes: number; amountCents: number }
  | { kind: 'supplies'; amountCents: number }
  | { kind: 'discount'; percent: number; amountCents: number }
  | { kind: 'reclean'; amountCents: number }

/**
 * The minutes that are left for labour beside the extras. Below LABOUR_MINUTES_MIN a visit is not offered.
 * rule: price-lines
 */
export function labourMinutes({ minutes, extras }: Pick<PricedVisit, 'minutes' | 'extras'>) {
  return minutes - extras.reduce((sum, extra) => sum + extra.minutes, 0)
}

/**
 * The lines of a price, in the order in which they are shown. Their sum is the total. Each is rounded to the cent, half
 * a cent away from zero. rule: price-lines
 */
export function priceLines(visit: PricedVisit): PriceLine[] {
  const minutes = Math.max(0, labourMinutes(visit))
  const labour: PriceLine = {
    kind: 'labour',
    minutes,
    rateCents: visit.rateCents,
    amountCents: Math.round((visit.rateCents * minutes) / 60),
  }
  const extras = visit.extras.map(({ extra, name, minutes, priceCents }): PriceLine => ({
    kind: 'extra',
    extra,
    name,
    minutes,
    amountCents: priceCents,
  }))
  const lines = [labour, ...extras]
  const percent = visit.discountPercent
  const discountCents = Math.round((sumCents(lines) * percent) / 100)
  if (visit.suppliesCents) lines.push({ kind: 'supplies', amountCents: visit.suppliesCents })
  if (percent > 0) lines.push({ kind: 'discount', percent, amountCents: -discountCents })
  if (visit.isReclean) lines.push({ kind: 'reclean', amountCents: -sumCents(lines) })
  return lines
}

/** The total of a price in cents. */
export function sumCents(lines: readonly PriceLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Converts cents to dollars, as answers carry them (65 or 65.5). */
export function dollars(cents: number): number {
  return cents / 100
}

/** Converts dollars to whole cents. */
export function cents(dollarAmount: number): number {
  return Math.round(dollarAmount * 100)
}
