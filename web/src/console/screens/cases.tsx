import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useSearchParams } from 'wouter'
import { CASE_QUEUES } from '#contract/trust/case-rules.ts'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { CaseList } from '../cases/case-list.tsx'
import { CaseView } from '../cases/case-view.tsx'
import { CASE_FILTERS, caseQuery, casesQuery, queuesQuery } from '../cases/cases.api.ts'
import type { CaseFilter } from '../cases/cases.api.ts'
import { QueueList } from '../cases/queue-list.tsx'
import { StateChoice } from '../cases/state-choice.tsx'
import type { ConsoleScreenProps } from '../screens.ts'
import { MoreButton } from '#web/ui/states/more-button.tsx'

/** The queues, the cases of one, and a case beside its list. The address has all three. rule: case-screen */
export default function CasesScreen({ params }: ConsoleScreenProps) {
  const { t } = useTranslation('console_cases')
  const [search] = useSearchParams()
  const queue = CASE_QUEUES.find((one) => one === params['queue'])
  const state = CASE_FILTERS.find((one) => one === search.get('state')) ?? 'open'
  const id = params['id']
  const queues = useQuery(queuesQuery(useApi()))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for what links do too
    <div className="flex flex-col gap-6" onKeyDown={goThroughCases}>
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {/* On a phone an open case stands directly below its list. */}
      <div className={classNames('flex flex-col gap-6', id !== undefined && 'max-lg:hidden')}>
        <QueryState query={queues} failed={t('failed')}>
          {(counts) => <QueueList queues={counts} current={queue} state={state} />}
        </QueryState>
        <StateChoice current={state} />
      </div>
      <div
        className={classNames(
          'grid gap-6',
          id !== undefined && 'lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-start',
        )}
      >
        <Cases queue={queue} state={state} openId={id} />
        {id !== undefined && <OpenCase key={id} id={id} />}
      </div>
    </div>
  )
}

/**
 * j goes to the next case of the list, k to the previous one. Beside an open case it opens, otherwise its link has the
 * focus. rule: case-screen
 */
function goThroughCases(event: KeyboardEvent<HTMLElement>) {
  const step = { j: 1, k: -1 }[event.key]
  const target = event.target as HTMLElement
  const isTyping = target.closest('input, textarea, select, dialog, [role=dialog]')
  if (!step || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cases] a')]
  const open = links.findIndex((link) => link.getAttribute('aria-current') === 'true')
  const next = links[(open < 0 ? links.indexOf(target) : open) + step]
  next?.focus()
  if (open >= 0) next?.click()
}

type CasesProps = { queue: CaseQueue | undefined; state: CaseFilter; openId: string | undefined }

function Cases({ queue, state, openId }: CasesProps) {
  const { t } = useTranslation('console_cases')
  const query = useInfiniteQuery(casesQuery(useApi(), queue, state))
  return (
    <QueryState query={query} failed={t('failed')}>
      {({ pages }) => {
        const cases = pages.flatMap((page) => page.cases)
        if (cases.length === 0)
          return openId === undefined ? (
            <EmptyState drawing={emptySignedIn.waiting} title={t('empty')} />
          ) : (
            <p className="card p-4 text-soft">{t('empty')}</p>
          )
        return (
          <div className="flex min-w-0 flex-col gap-3">
            <CaseList cases={cases} openId={openId} queue={queue} />
            <MoreButton className="self-center" query={query}>
              {t('more')}
            </MoreButton>
          </div>
        )
      }}
    </QueryState>
  )
}

function OpenCase({ id }: { id: string }) {
  const { t } = useTranslation('console_cases')
  const query = useQuery(caseQuery(useApi(), id))
  return (
    <QueryState query={query} failed={t('case_failed')}>
      {(shown) => <CaseView shown={shown} />}
    </QueryState>
  )
}
