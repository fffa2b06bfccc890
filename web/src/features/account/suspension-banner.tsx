import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { decisionsQuery } from './account.api.ts'

const LINK =
  'inline-flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2'

/** Tells a suspended person, on every screen, that and why the account is suspended. rule: suspension */
export function SuspensionBanner({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'errors'])
  const { data } = useInfiniteQuery(decisionsQuery(useApi(), user.id))
  const suspension = data?.find(({ action }) => action === 'suspend')
  return (
    <section aria-labelledby="suspension" className="bg-clay-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page items-start gap-3 px-4 py-4 md:px-8">
        <WarningIcon className="mt-1 size-5 shrink-0 text-clay" />
        <div className="measure min-w-0">
          <h2 id="suspension" className="text-lg text-clay">
            {t('suspension.title')}
          </h2>
          {/* The line of the reason stays free until the reason has arrived. */}
          <p className="min-h-6 wrap-anywhere">
            {suspension && t('suspension.reason', { reason: suspension.text })}
          </p>
          <p>{t('suspension.left')}</p>
          <p className="flex flex-wrap gap-x-6">
            <Link href="/decisions" className={LINK}>
              {t('suspension.decisions')}
            </Link>
            <Link href="/contact" className={LINK}>
              {t('suspension.contact')}
            </Link>
            {suspension?.keeps_visits && (
              <Link
                href={user.role === 'client' ? '/bookings' : dashboardAddress('bookings')}
                className={LINK}
              >
                {t('suspension.visits')}
              </Link>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
