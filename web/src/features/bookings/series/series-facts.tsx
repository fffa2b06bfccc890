import { formatDate } from '#contract/date-formats.ts'
import type { Series } from '#contract/bookings/series.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/pictures/icons.tsx'

const LOOKS = {
  requested: { tone: 'waiting', Icon: InfoIcon },
  active: { tone: 'good', Icon: CheckIcon },
  ended: { tone: 'plain', Icon: CloseIcon },
} as const satisfies Record<Series['status'], object>

/** Whether regular visits run, and each of their pauses. */
export function SeriesBadges({ series }: { series: Series }) {
  const { t, i18n } = useTranslation('series')
  const { tone, Icon } = LOOKS[series.status]
  const pauses = pausesOf(series)
  if (pauses.length > 0 && series.status === 'active') {
    return pauses.map(({ from_date, to_date }) => (
      <Badge key={from_date} tone="waiting" icon={<InfoIcon className="size-4 shrink-0" />}>
        {t('paused', {
          from: formatDate(i18n.language, from_date),
          to: formatDate(i18n.language, to_date),
        })}
      </Badge>
    ))
  }
  return (
    <Badge tone={tone} icon={<Icon className="size-4 shrink-0" />}>
      {t(`status.${series.status}`)}
    </Badge>
  )
}

/** A series that an earlier version stored for offline reading names one pause at most. */
function pausesOf({ pauses, paused }: Pick<Series, 'paused'> & Partial<Series>): Series['pauses'] {
  return pauses ?? (paused ? [paused] : [])
}

/** 'Deep cleaning · 3 hours · $195.00 a visit'. */
export function SeriesWork({ series }: { series: Series }) {
  const { t } = useTranslation(['series', 'search', 'bookings'])
  const format = useFormat()
  return (
    <DotSeparated
      facts={[
        t(`search:service_types.${series.service_type}`),
        t('bookings:hours', { count: series.estimated_hours }),
        <strong key="money" className="tabular font-semibold">
          {t('a_visit', { total: format.money(series.total_amount) })}
        </strong>,
      ]}
    />
  )
}
