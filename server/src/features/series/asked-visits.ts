import type { AskedSeries } from '#contract/series.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { previewSeries } from './series-preview.ts'
import { readSeries } from './series-view.ts'

/** The dates that a request for regular visits asks for, and which do not fit its professional. rule: series-asked */
export async function askedVisits(
  context: Context,
  professionalId: string,
  seriesId: string,
): Promise<AskedSeries> {
  const series = await readSeries(context, { id: professionalId, role: 'professional' }, seriesId)
  const { cleaning_frequency, weekday, booking_time, visits } = series
  const fits = await fitsOf(context, professionalId, series)
  return {
    cleaning_frequency,
    weekday,
    booking_time,
    visits: visits.map(({ date, starts_at, status, moved }) => ({
      date,
      starts_at,
      note: status === 'skipped' ? 'skipped' : moved ? null : (fits.get(date) ?? null),
    })),
  }
}

/** What is in the way of dates; none if that cannot be told now, such as for a professional who is not reachable. */
async function fitsOf(
  context: Context,
  professionalId: string,
  series: Awaited<ReturnType<typeof readSeries>>,
): Promise<Map<string, 'off' | 'taken' | 'request'>> {
  const { zip_code, estimated_hours: hours, service_type, cleaning_frequency, visits } = series
  const wanted = { zip_code, hours, service_type, cleaning_frequency }
  const first = { booking_date: visits[0]?.date ?? '', booking_time: series.booking_time }
  try {
    const preview = await previewSeries(context, null, professionalId, { ...wanted, ...first })
    const fits = new Map<string, 'off' | 'taken' | 'request'>()
    for (const { date, state, why } of preview.visits) {
      if (state === 'request') fits.set(date, state)
      else if (why) fits.set(date, why)
    }
    return fits
  } catch (error) {
    if (error instanceof Refusal) return new Map()
    throw error
  }
}
