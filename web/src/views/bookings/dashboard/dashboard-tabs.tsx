import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DASHBOARD_TABS, dashboardTabAddress } from '#web/router/dashboard-address.ts'
import type { DashboardTab } from '#web/router/dashboard-address.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The parts of the dashboard, on a phone. Each has its own address. rule: dashboard-layout */
export function DashboardTabs({ current }: { current: DashboardTab }) {
  const { t } = useTranslation('dashboard')
  return (
    <nav aria-label={t('tabs.label')} className="md:hidden">
      <ul className="flex flex-wrap justify-between border-b border-line">
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

type TabPartProps = { tab: DashboardTab; current: DashboardTab; children: ReactNode }

/** A part of the dashboard: on a phone visible only in its tab, on wider screens always. */
export function TabPart({ tab, current, children }: TabPartProps) {
  return (
    <div className={classNames('flex flex-col gap-8', tab !== current && 'max-md:hidden')}>
      {children}
    </div>
  )
}
