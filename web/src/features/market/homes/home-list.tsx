import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import { HOMES_MAX } from '#contract/market/home-rules.ts'
import type { Home } from '#contract/market/homes.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { homeAddress, NEW_HOME } from './home-address.ts'
import { useHomeTexts } from './home-texts.ts'
import { homesQuery } from './homes.api.ts'

/** A client's saved homes. rule: homes */
export function HomeList({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['homes', 'errors'])
  const query = useQuery(homesQuery(useApi(), clientId))
  const add = <ButtonLink href={NEW_HOME}>{t('add')}</ButtonLink>
  return (
    <QueryState query={query} failed={t('failed')} pending={<HomesSkeleton />}>
      {(homes) =>
        homes.length === 0 ? (
          <EmptyState drawing={emptySignedIn.noBookings} title={t('none')} action={add}>
            {t('none_help')}
          </EmptyState>
        ) : (
          <div className="flex flex-col items-start gap-6">
            <ul className="flex w-full flex-col gap-4">
              {homes.map((home) => (
                <li key={home.id}>
                  <HomeCard home={home} />
                </li>
              ))}
            </ul>
            {homes.length < HOMES_MAX ? add : <p className="text-soft">{t('errors:homes_full')}</p>}
          </div>
        )
      }
    </QueryState>
  )
}

function HomeCard({ home }: { home: Home }) {
  const { t } = useTranslation('homes')
  const { name, facts } = useHomeTexts()
  return (
    <article className="card relative flex flex-col gap-1 p-4 hover:border-action md:p-5">
      <h2 className="text-lg wrap-anywhere">
        {/* The link covers the card. */}
        <Link href={homeAddress(home.id)} className="after:absolute after:inset-0">
          {name(home)}
        </Link>
      </h2>
      <p className="wrap-anywhere">
        {home.label && `${home.address}, `}
        {home.city}, {home.state} {home.zip_code}
      </p>
      <p className="text-soft">
        <DotSeparated facts={facts(home)} />
      </p>
      {home.coming_bookings > 0 && (
        <p className="text-sm font-medium">{t('coming', { count: home.coming_bookings })}</p>
      )}
    </article>
  )
}

function HomesSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
