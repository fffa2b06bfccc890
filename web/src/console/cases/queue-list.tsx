import { Link } from '#web/ui/link.tsx'
import { CASE_QUEUES } from '#contract/trust/case-rules.ts'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { CaseFilter, Queue } from './cases.api.ts'

type QueueListProps = {
  queues: readonly Queue[]
  /** The queue that the list shows; undefined for all. */
  current: CaseQueue | undefined
  state: CaseFilter
}

/** The queues with their counts. What is overdue comes first, then what has waited longest. rule: case-queues */
export function QueueList({ queues, current, state }: QueueListProps) {
  const { t } = useTranslation('console_cases')
  const countsOf = (queue: CaseQueue) => queues.find((one) => one.queue === queue)
  const ordered = CASE_QUEUES.toSorted((one, other) => compare(countsOf(one), countsOf(other)))
  const total = (count: 'open' | 'claimed' | 'overdue') =>
    queues.reduce((sum, queue) => sum + queue[count], 0)
  const all = { open: total('open'), claimed: total('claimed'), overdue: total('overdue') }
  return (
    <nav aria-label={t('queues_label')}>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-9">
        {[undefined, ...ordered].map((queue) => (
          <li key={queue ?? 'all'}>
            <Link
              href={`/queues/${queue ?? 'all'}?state=${state}`}
              aria-current={queue === current ? 'page' : undefined}
              className={classNames(
                'flex h-full min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-md border px-3 py-2 hover:border-action md:flex-col md:items-start md:justify-start',
                queue === current ? 'border-action bg-mint' : 'border-line bg-surface',
              )}
            >
              <span className="font-medium">{queue ? t(`queues.${queue}`) : t('all')}</span>
              <Counts
                {...((queue ? countsOf(queue) : all) ?? { open: 0, claimed: 0, overdue: 0 })}
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Counts({ open, claimed, overdue }: Pick<Queue, 'open' | 'claimed' | 'overdue'>) {
  const { t } = useTranslation('console_cases')
  return (
    <>
      <span className="tabular text-sm text-soft">{t('waiting', { count: open + claimed })}</span>
      {overdue > 0 && (
        <span>
          <Badge tone="bad">{t('overdue_count', { count: overdue })}</Badge>
        </span>
      )}
    </>
  )
}

function compare(one: Queue | undefined, other: Queue | undefined): number {
  const byOverdue = (other?.overdue ?? 0) - (one?.overdue ?? 0)
  return byOverdue || ageOf(one) - ageOf(other)
}

const ageOf = (queue: Queue | undefined) =>
  queue?.oldest_at ? Date.parse(queue.oldest_at) : Number.MAX_SAFE_INTEGER
