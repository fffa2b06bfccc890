import type { NewChange, Series, SeriesVisit } from '#contract/bookings/series.ts'

/** The fields of the dialog that changes a series. The client sees no rate. */
export type Fields = Omit<SeriesVisit['terms'], 'hourly_rate'> & {
  from_date: string
  hourly_rate: string
}

/** The first values of the change dialog: the terms of the visit on `from`, else of the series. rule: series-changes */
export function termsAt(series: Series, from: string): Fields {
  const { cleaning_frequency, weekday, booking_time, estimated_hours, hourly_rate } =
    series.visits.find(({ date }) => date === from)?.terms ?? series
  return {
    from_date: from,
    cleaning_frequency,
    weekday,
    booking_time,
    estimated_hours,
    hourly_rate: String(hourly_rate),
  }
}

const TERMS = ['cleaning_frequency', 'weekday', 'booking_time', 'estimated_hours'] as const

/**
 * The request body with only the terms that the person has changed: later visits can have other terms, which stay. From
 * another date on the terms can differ from those that the dialog shows, so all that the person sees is sent; but a
 * rate alone stays alone. rule: series-changes
 */
export function changeOf(
  opened: Fields,
  fields: Fields,
  { isProfessional }: { isProfessional: boolean },
): NewChange {
  const { from_date, hourly_rate } = fields
  const isChanged = (name: keyof Fields) => fields[name] !== opened[name]
  const isRateAlone = isChanged('hourly_rate') && !TERMS.some(isChanged)
  const sendsAll = isChanged('from_date') && !isRateAlone
  const sent = <Name extends keyof Fields>(name: Name): Fields[Name] | undefined =>
    sendsAll || isChanged(name) ? fields[name] : undefined
  const sendsRate = isChanged('hourly_rate') || (sendsAll && isProfessional)
  return {
    from_date,
    cleaning_frequency: sent('cleaning_frequency'),
    weekday: sent('weekday'),
    booking_time: sent('booking_time'),
    estimated_hours: sent('estimated_hours'),
    hourly_rate: sendsRate ? Number(hourly_rate) : undefined,
  }
}
