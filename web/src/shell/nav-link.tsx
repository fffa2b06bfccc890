import { useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A link of the header, marked if it leads to the current page. */
export function NavLink({
  href,
  className,
  onClick,
  children,
}: {
  href: string
  className?: string
  onClick?: () => void
  children: string
}) {
  const [path] = useLocation()
  const isCurrent = path === href
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap hover:bg-mint',
        isCurrent ? 'text-action' : 'text-ink',
        className,
      )}
    >
      {children}
    </Link>
  )
}
