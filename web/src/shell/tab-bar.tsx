import type { ComponentType, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

export type Tab = {
  href: string
  Icon: ComponentType<{ className?: string }>
  label: string
  /** The paths of the other screens that belong to the tab. */
  within?: RegExp
  /** A number at the icon. */
  badge?: ReactNode
}

/** The navigation of a phone, at the lower edge of the window. rule: navigation */
export function TabBar({ tabs }: { tabs: readonly Tab[] }) {
  const { t } = useTranslation('app')
  const [path] = useLocation()
  return (
    <nav aria-label={t('nav.label')} className="tab-bar md:hidden">
      <ul className="flex h-full">
        {tabs.map(({ href, Icon, label, within, badge }) => {
          const current = path === href ? 'page' : within?.test(path) ? 'true' : undefined
          return (
            <li key={href} className="min-w-0 flex-1">
              <Link
                href={href}
                aria-current={current}
                className={classNames(
                  'flex h-full flex-col items-center justify-center gap-0.5 px-0.5 -outline-offset-4',
                  current ? 'text-action' : 'text-soft',
                )}
              >
                <span className="max-w-full truncate text-[0.75rem] leading-[1.3] font-semibold">
                  {label}
                </span>
                <span className="relative order-first">
                  <Icon className="size-6" />
                  {badge}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
