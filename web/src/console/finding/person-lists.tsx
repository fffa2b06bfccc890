import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ActionButtons } from '../actions/action-buttons.tsx'
import { Panel } from '../cases/panel.tsx'
import { PersonLink } from '../cases/links.tsx'
import type { PersonPage } from '../screens/finding.api.ts'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'
import { RowsPanel } from './lists.tsx'

type Reviews = PersonPage['reviews_written']

/** Reviews, which can be hidden and shown again. rule: finding */
export function PersonReviews({ title, reviews }: { title: string; reviews: Reviews }) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  return (
    <RowsPanel title={title} items={reviews}>
      {({ id, rating, title: heading, state, created_at, other }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 p-2">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{heading}</p>
            <p className="text-sm text-soft">
              {t('facts.rating', { rating })} ·{' '}
              {t(`review_states.${state as 'public'}`, orCode(state))} ·{' '}
              {format.date(created_at, browserTimeZone())}
            </p>
            <p className="text-sm">
              <PersonLink person={other} />
            </p>
          </div>
          <ReviewActions id={id} state={state} writer={other} />
        </li>
      )}
    </RowsPanel>
  )
}

type ReviewActionsProps = { id: string; state: string; writer: Reviews[number]['other'] }

/** Buttons to hide or show a review. The letter is in English if the writer, and so their language, is unknown. */
function ReviewActions({ id, state, writer }: ReviewActionsProps) {
  const action = state === 'public' ? 'hide' : 'show'
  if (state !== 'public' && state !== 'hidden') return null
  const personId = writer.role === 'client' ? writer.id : undefined
  return <ActionButtons actions={[{ action, id, personId }]} />
}

/** Reports, without their texts. rule: finding */
export function PersonReports({
  title,
  reports,
}: {
  title: string
  reports: PersonPage['reports_by']
}) {
  const { t } = useTranslation(['console_cases', 'console_log', 'reports'])
  const moment = useMoment()
  if (reports.length === 0) return null
  return (
    <Panel title={title}>
      <ul aria-label={title} className="flex flex-col gap-2 text-sm">
        {reports.map(({ number, at, subject, reason, state, other }) => (
          <li key={number}>
            <span className="tabular text-soft">{moment(at)}</span>{' '}
            {reason
              ? t(`reports:reasons.${reason as 'spam'}`, orCode(reason))
              : t(`console_log:subjects.${subject.kind as 'person'}`, orCode(subject.kind))}{' '}
            · {t(state === 'open' ? 'states.open' : 'facts.closed')}
            {other && (
              <>
                {' · '}
                <PersonLink person={other} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
