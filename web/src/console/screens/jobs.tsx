import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { useMoment } from '../use-moment.ts'

function jobsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['jobs'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/operator/jobs', {
        query: pageParam ? { before: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ jobs, has_more }) => (has_more ? jobs.at(-1)?.id : undefined),
  })
}

/** Jobs whose last try failed. rule: actions */
export default function JobsScreen() {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const query = useInfiniteQuery(jobsQuery(useApi()))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl md:text-3xl">{t('jobs.title')}</h1>
      <QueryState query={query} failed={t('jobs.failed')}>
        {({ pages }) => {
          const jobs = pages.flatMap((page) => page.jobs)
          if (jobs.length === 0)
            return <EmptyState drawing={emptySignedIn.waiting} title={t('empty')} />
          return (
            <>
              <ul aria-label={t('jobs.title')} className="card divide-y divide-line">
                {jobs.map(({ id, name, tries, failed_at, error }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
                    <div className="min-w-0 grow basis-72">
                      <p className="font-medium wrap-anywhere">{name}</p>
                      <p className="text-sm text-soft">
                        {t('jobs.tries', { count: tries })} · {moment(failed_at)}
                      </p>
                      <p lang="en" className="text-sm wrap-anywhere">
                        {error}
                      </p>
                    </div>
                    <div className="flex flex-wrap gap-2">
                      <ActionButtons
                        actions={[
                          { action: 'retry', id },
                          { action: 'discard', id },
                        ]}
                      />
                    </div>
                  </li>
                ))}
              </ul>
              <MoreButton className="self-center" query={query}>
                {t('more')}
              </MoreButton>
            </>
          )
        }}
      </QueryState>
    </div>
  )
}
