import { useSearchParams } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useCaseTitle } from '../log-words.ts'
import { useDue } from '../use-due.ts'
import { useMoment } from '../use-moment.ts'
import type { CaseSummary } from './cases.api.ts'

type CaseListProps = {
  cases: readonly CaseSummary[]
  openId?: string | undefined
  /** The queue of the list; undefined: all. */
  queue?: CaseQueue | undefined
}

/**
 * Cases, each a link in one row, or in two lines where the list is narrow. On a phone the list beside an open case is
 * short. rule: case-screen
 */
export function CaseList({ cases, openId, queue }: CaseListProps) {
  const { t } = useTranslation('console_cases')
  const [search] = useSearchParams()
  const state = search.get('state')
  const due = useDue()
  const end = state ? `?state=${state}` : ''
  return (
    <ul
      aria-label={t('list_label')}
      data-cases=""
      className={classNames(
        '@container card divide-y divide-line overflow-x-hidden',
        openId !== undefined && 'max-h-72 overflow-y-auto lg:max-h-[70dvh]',
      )}
    >
      {cases.map((one) => (
        <li key={one.id}>
          <Link
            href={`/queues/${queue ?? 'all'}/${one.id}${end}`}
            aria-current={one.id === openId ? 'true' : undefined}
            className={classNames(
              'grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 -outline-offset-2 hover:bg-mint @3xl:grid-cols-[3.5rem_minmax(0,1fr)_9rem_7.5rem_8rem]',
              one.id === openId && 'bg-mint',
            )}
          >
            <CaseLine shown={one} due={due} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CaseLine({ shown, due }: { shown: CaseSummary; due: (at: string) => string }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const caseTitle = useCaseTitle()
  const { number, person, excerpt, claimed_by, due_at, state, overdue } = shown
  return (
    <>
      <span className="tabular text-sm text-soft">{number}</span>
      <span className="flex min-w-0 items-baseline gap-x-2">
        <span className="max-w-full shrink-0 truncate font-medium">{caseTitle(shown)}</span>
        {excerpt !== null && (
          <span className="min-w-0 grow basis-0 truncate text-sm text-soft">{excerpt}</span>
        )}
      </span>
      <span className="order-1 col-start-2 min-w-0 truncate text-sm @3xl:order-none @3xl:col-auto">
        {person?.name}
      </span>
      <span className="flex items-center justify-end gap-2 text-sm whitespace-nowrap @3xl:justify-start">
        {state !== 'resolved' && (
          <time
            dateTime={due_at}
            title={moment(due_at)}
            className={classNames('tabular', overdue ? 'font-medium text-clay' : 'text-soft')}
          >
            {due(due_at)}
          </time>
        )}
        <CaseBadges shown={shown} />
      </span>
      <span className="order-2 min-w-0 truncate text-right text-sm text-soft @3xl:order-none @3xl:text-left">
        {claimed_by && t('held_by', { name: claimed_by.name })}
      </span>
    </>
  )
}

/** Whether a case is urgent, assigned or resolved. */
export function CaseBadges({ shown: { urgent, state } }: { shown: CaseSummary }) {
  const { t } = useTranslation('console_cases')
  return (
    <>
      {urgent && <Badge tone="waiting">{t('urgent')}</Badge>}
      {state !== 'open' && (
        <Badge tone={state === 'resolved' ? 'good' : 'plain'}>{t(`states.${state}`)}</Badge>
      )}
    </>
  )
}
