import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'

/** A place in a list, with a short note such as a count. */
export function PlaceRow({
  href,
  note,
  children,
}: {
  href: string
  note: string
  children: ReactNode
}) {
  return (
    <li>
      <Link
        href={href}
        className="group flex h-full min-h-14 flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 md:py-3.5 hover:border-action"
      >
        <span className="font-semibold group-hover:text-action md:text-lg">{children}</span>
        <span className="tabular text-sm text-soft">{note}</span>
      </Link>
    </li>
  )
}

/** The list of place rows. */
export function PlaceRows({ children }: { children: ReactNode }) {
  return (
    <ul className="mt-4 grid w-full grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-4 sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3">
      {children}
    </ul>
  )
}
