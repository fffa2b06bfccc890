import { formatDate } from '#contract/date-formats.ts'
import type { Series } from '#contract/bookings/series.ts'
import { Fact } from '../one/booking-facts.tsx'
import { AgreedPrice } from '../one/price-lines.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The terms that all visits share, as a description list. The price is that of a later visit. rule: booking-extras */
export function SeriesTerms({ series }: { series: Series }) {
  const { t, i18n } = useTranslation(['series', 'search', 'bookings'])
  const format = useFormat()
  const { address, city, state, zip_code, notes, until } = series
  return (
    <dl className="grid gap-x-6 gap-y-0.5 pt-2 sm:grid-cols-[max-content_1fr] sm:gap-y-2">
      <Fact name={t('bookings:fact.frequency')}>
        {t(`search:frequencies.${series.cleaning_frequency}`)}
      </Fact>
      <Fact name={t('bookings:fact.address')}>
        {address && `${address}, `}
        {city}, {state} {zip_code}
      </Fact>
      <Fact name={t('bookings:fact.price')}>
        {/* A series that an earlier version stored for offline reading has no lines. */}
        {series.lines ? <AgreedPrice price={series} /> : format.money(series.total_amount)}
      </Fact>
      {until && <Fact name={t('fact.until')}>{formatDate(i18n.language, until)}</Fact>}
      {notes && (
        <Fact name={t('bookings:fact.notes')}>
          <span className="whitespace-pre-line">{notes}</span>
        </Fact>
      )}
      <Fact name={t('bookings:fact.asked')}>
        <span className="block first-letter:uppercase">
          {format.visit(series.created_at, series.time_zone)}
        </span>
      </Fact>
    </dl>
  )
}
