import { useQuery } from '@tanstack/react-query'
import type { PreviewedVisit, Series, SeriesVisit } from '#contract/series.ts'
import { useApi } from '#web/api/use-api.ts'
import { seriesAddress } from '#web/features/bookings/booking-address.ts'
import { seriesPreviewQuery } from '#web/features/bookings/series-preview.api.ts'
import { useSeriesTexts } from '#web/features/bookings/series-texts.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { oneSeriesQuery } from './series.api.ts'

/**
 * The regular visits that a request asks for: how often, the next 8 dates, and which of them do not fit the
 * professional's time. rule: series-asked
 */
export function AskedVisits({ id }: { id: string }) {
  const query = useQuery(oneSeriesQuery(useApi(), id))
  if (query.data) return <Dates series={query.data} />
  return query.error ? null : <Skeleton className="h-20" />
}

function Dates({ series }: { series: Series }) {
  const { t } = useTranslation('series')
  const { every } = useSeriesTexts()
  const format = useFormat()
  const fits = useFits(series)
  const clashes = series.visits.filter((visit) => fits(visit)?.state === 'conflict')
  const noteOf = (visit: SeriesVisit) => {
    const fit = fits(visit)
    if (visit.status === 'skipped') return t('asked.skipped')
    if (fit?.state === 'conflict') return t(fit.why === 'off' ? 'asked.off' : 'asked.taken')
    return fit?.state === 'request' ? t('asked.request') : undefined
  }
  return (
    <div className="rounded-md border border-line px-3 py-1">
      <p className="pt-2 font-medium">{every(series)}</p>
      {clashes.length > 0 && (
        <p className="font-medium text-amber">{t('asked.clashes', { count: clashes.length })}</p>
      )}
      <details className="group">
        <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-medium text-action">
          {t('visits.title')}
          <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <ol className="flex flex-col gap-1.5 pb-2">
          {series.visits.map((visit) => (
            <li key={visit.date}>
              <span className="block first-letter:uppercase">
                {format.visit(visit.starts_at, series.time_zone)}
              </span>
              {noteOf(visit) && <span className="block text-sm text-amber">{noteOf(visit)}</span>}
            </li>
          ))}
        </ol>
        <TextLink href={seriesAddress(series.id)}>{t('asked.link')}</TextLink>
      </details>
    </div>
  )
}

/**
 * Whether a date fits the professional's time now; unknown while it is read, and for a date that the client has skipped
 * or moved to a free time.
 */
function useFits(series: Series) {
  const user = useUser()
  const first = series.visits[0]
  const { data } = useQuery(
    seriesPreviewQuery(
      useApi(),
      user?.id ?? '',
      {
        zip_code: series.zip_code,
        hours: series.estimated_hours,
        service_type: series.service_type,
        cleaning_frequency: series.cleaning_frequency,
        booking_date: first?.date ?? '',
        booking_time: series.booking_time,
      },
      user !== null && first !== undefined,
    ),
  )
  return ({ date, status, moved }: SeriesVisit): PreviewedVisit | undefined =>
    status === 'planned' && !moved ? data?.visits.find((visit) => visit.date === date) : undefined
}
