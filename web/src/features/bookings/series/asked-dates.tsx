import type { AskedSeries } from '#contract/bookings/series.ts'
import { seriesAddress } from '../list/booking-address.ts'
import { useSeriesTexts } from '../dialog/series-texts.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type AskedDatesProps = {
  series: AskedSeries
  /** The time zone of the home. */
  zone: string
  /** The id of the series, if a link to it is shown. */
  id?: string
}

/** The frequency of regular visits, the next dates, and which of them do not fit. rule: series-request */
export function AskedDates({ series, zone, id }: AskedDatesProps) {
  const { t } = useTranslation('series')
  const { every } = useSeriesTexts()
  const format = useFormat()
  const clashes = series.visits.filter(({ note }) => note === 'off' || note === 'taken')
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
          {series.visits.map(({ date, starts_at, note }) => (
            <li key={date}>
              <span className="block first-letter:uppercase">{format.visit(starts_at, zone)}</span>
              {note && <span className="block text-sm text-amber">{t(`asked.${note}`)}</span>}
            </li>
          ))}
        </ol>
        {id !== undefined && <TextLink href={seriesAddress(id)}>{t('asked.link')}</TextLink>}
      </details>
    </div>
  )
}
