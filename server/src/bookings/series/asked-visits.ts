import type { AskedSeries } from '#contract/bookings/series.ts'
import type { Context } from '#server/context.ts'
import { readSeries } from './series-view.ts'

/** The dates that a request for regular visits asks for, and which do not fit its professional. rule: series-request */
export async function askedVisits(
  context: Context,
  professionalId: string,
  seriesId: string,
): Promise<AskedSeries> {
  const professional = { id: professionalId, role: 'professional' } as const
  const series = await readSeries(context, professional, seriesId)
  const { cleaning_frequency, weekday, booking_time, visits } = series
  return {
    cleaning_frequency,
    weekday,
    booking_time,
    visits: visits.map(({ date, starts_at, status, misfit }) => ({
      date,
      starts_at,
      note: status === 'skipped' ? status : misfit,
    })),
  }
}
