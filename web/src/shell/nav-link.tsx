import { Link, useLocation } from 'wouter'
import { classNames } from '#web/ui/class-names.ts'

/** One of the ways that the header shows, marked where one is. */
export function NavLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: string
}) {
  const [path] = useLocation()
  const here = path === href
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap hover:bg-mint',
        here ? 'text-action' : 'text-ink',
        className,
      )}
    >
      {children}
    </Link>
  )
}
