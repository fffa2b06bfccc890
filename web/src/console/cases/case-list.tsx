import { useSearchParams } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useCaseTitle } from '../log-words.ts'
import { useMoment } from '../use-moment.ts'
import type { CaseSummary } from './cases.api.ts'

type CaseListProps = {
  cases: readonly CaseSummary[]
  openId?: string | undefined
  /** The queue of the list; undefined: all. */
  queue?: CaseQueue | undefined
}

/** Cases, each a link. On a phone the list beside an open case is short. */
export function CaseList({ cases, openId, queue }: CaseListProps) {
  const { t } = useTranslation('console_cases')
  const [search] = useSearchParams()
  const state = search.get('state')
  const end = state ? `?state=${state}` : ''
  return (
    <ul
      aria-label={t('list_label')}
      className={classNames(
        'card divide-y divide-line overflow-x-hidden',
        openId !== undefined && 'max-h-72 overflow-y-auto lg:max-h-[70dvh]',
      )}
    >
      {cases.map((one) => (
        <li key={one.id}>
          <Link
            href={`/queues/${queue ?? 'all'}/${one.id}${end}`}
            aria-current={one.id === openId ? 'true' : undefined}
            className={classNames(
              'flex flex-col gap-1 p-4 -outline-offset-2 hover:bg-mint',
              one.id === openId && 'bg-mint',
            )}
          >
            <CaseLine shown={one} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CaseLine({ shown }: { shown: CaseSummary }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const caseTitle = useCaseTitle()
  const { number, person, claimed_by, due_at } = shown
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <span className="tabular text-sm text-soft">{number}</span>
        <CaseBadges shown={shown} />
      </span>
      <span className="font-medium wrap-anywhere">{caseTitle(shown)}</span>
      <span className="text-sm wrap-anywhere text-soft">
        {[
          person?.name,
          t('due', { time: moment(due_at) }),
          claimed_by && t('held_by', { name: claimed_by.name }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

/** Whether a case is urgent, overdue, taken or resolved. */
export function CaseBadges({ shown: { urgent, overdue, state } }: { shown: CaseSummary }) {
  const { t } = useTranslation('console_cases')
  return (
    <>
      {overdue && <Badge tone="bad">{t('overdue')}</Badge>}
      {urgent && <Badge tone="waiting">{t('urgent')}</Badge>}
      {state !== 'open' && (
        <Badge tone={state === 'resolved' ? 'good' : 'plain'}>{t(`states.${state}`)}</Badge>
      )}
    </>
  )
}
