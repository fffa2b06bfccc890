import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DASHBOARD_TABS, dashboardTabAddress } from '#web/router/dashboard-address.ts'
import type { DashboardTab } from '#web/router/dashboard-address.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The parts of the dashboard. Each has its own address. rule: dashboard */
export function DashboardTabs({ current }: { current: DashboardTab }) {
  const { t } = useTranslation('dashboard')
  return (
    <nav aria-label={t('tabs.label')}>
      <ul className="flex flex-wrap border-b border-line max-sm:justify-between sm:gap-x-4">
        {DASHBOARD_TABS.map((tab) => (
          <li key={tab}>
            <Link
              href={dashboardTabAddress(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center border-b-3 px-2 text-sm font-medium focus-visible:-outline-offset-3',
                tab === current ? 'border-action text-action' : 'border-transparent text-soft',
              )}
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
