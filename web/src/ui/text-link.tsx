import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** A link on its own line, tall enough for a thumb. */
export function TextLink({
  href,
  onClick,
  children,
}: {
  href: string
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      onClick={onClick}
      className="inline-flex min-h-11 items-center self-start rounded-sm font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  )
}
