import { useTranslation } from '#web/i18n/use-translation.ts'
import { NavLink } from './nav-link.tsx'

const PAGES = ['help', 'contact', 'terms', 'privacy'] as const

/** Links to help, contact and the legal pages. rule: help-and-legal-pages */
export function SiteLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('app')
  return (
    <p className="-mx-3 flex flex-wrap">
      {PAGES.map((page) => (
        <NavLink key={page} href={`/${page}`} {...(onFollow && { onClick: onFollow })}>
          {t(`footer.${page}`)}
        </NavLink>
      ))}
    </p>
  )
}
