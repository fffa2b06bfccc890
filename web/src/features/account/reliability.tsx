import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reliabilityQuery } from './account.api.ts'
import { Part } from '#web/ui/part.tsx'

/** The own visits and late cancellations, what counts as late, and who sees the figures. rule: own-reliability */
export function ReliabilityPart({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const query = useQuery(reliabilityQuery(useApi(), user.id))
  return (
    <Part content="block" title={t('reliability.title')} help={t('reliability.help')}>
      <QueryState
        query={query}
        failed={t('reliability.failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-40" />}
      >
        {({ visits, kept, late_cancellations, no_shows, on_time, on_time_of, excused }) => (
          <div className="flex flex-col gap-4">
            {visits + excused === 0 ? (
              <p className="text-soft">{t('reliability.none')}</p>
            ) : (
              <dl className="card divide-y divide-line">
                <Figure name={t('reliability.visits')} value={visits} />
                <Figure name={t('reliability.kept')} value={kept} />
                <Figure name={t('reliability.late')} value={late_cancellations} />
                <Figure name={t('reliability.no_shows')} value={no_shows} />
                {on_time_of !== undefined && (
                  <Figure name={t('reliability.on_time')} value={`${on_time} / ${on_time_of}`} />
                )}
                <Figure name={t('reliability.excused')} value={excused} />
              </dl>
            )}
            <ul className="measure flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
              <li>{t(`reliability.means.${user.role}`)}</li>
              <li>{t('reliability.ill')}</li>
              <li>{t(`reliability.seen.${user.role}`)}</li>
              {user.role === 'client' && <li>{t('reliability.limit')}</li>}
            </ul>
          </div>
        )}
      </QueryState>
    </Part>
  )
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 p-4">
      <dt>{name}</dt>
      <dd className="tabular text-lg font-semibold">{value}</dd>
    </div>
  )
}
