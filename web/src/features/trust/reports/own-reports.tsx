import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnReport } from '#contract/trust/reports.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { ownReportsQuery } from './reports.api.ts'

/** The list of the user's reports, each with its state. rule: reports */
export function OwnReports({ userId }: { userId: string }) {
  const { t } = useTranslation('reports')
  const query = useInfiniteQuery(ownReportsQuery(useApi(), userId))
  return (
    <FoldedPart title={t('own.title')} help={t('own.help')}>
      <QueryState
        query={query}
        failed={t('own.failed')}
        failureLook="message-box"
        pending={<RowsSkeleton />}
      >
        {(reports) =>
          reports.length === 0 ? (
            <p className="text-soft">{t('own.none')}</p>
          ) : (
            <div className="flex w-full flex-col items-start gap-3">
              <ul className="card w-full divide-y divide-line">
                {reports.map((report) => (
                  <ReportRow key={report.id} report={report} />
                ))}
              </ul>
              <MoreButton query={query} look="link" className="-my-2 px-0!">
                {t('own.more')}
              </MoreButton>
            </div>
          )
        }
      </QueryState>
    </FoldedPart>
  )
}

function ReportRow({ report }: { report: OwnReport }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { about, number, reason, at, state } = report
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4">
      <p className="min-w-0">
        <span className="block wrap-anywhere">
          {t(`own.about.${about.kind}`, { name: about.name })}
        </span>
        <span className="block text-sm text-soft">
          {number} · {format.date(at, browserTimeZone())}
          {reason && ` · ${t(`reasons.${reason}`)}`}
        </span>
      </p>
      <span className="font-semibold">{t(`own.states.${state}`)}</span>
    </li>
  )
}
