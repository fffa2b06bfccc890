import { Link } from './link.tsx'
import { ArrowRightIcon } from './pictures/icons-public.tsx'

/** The look of a row of a list that leads to a screen or does something. */
export const ROW =
  'flex min-h-12 w-full items-center justify-between gap-3 px-4 text-left font-medium -outline-offset-4 hover:bg-mint'

/** A row of a list that leads to a screen. */
export function LinkRow({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className={ROW}>
      {text}
      <ArrowRightIcon className="size-4 shrink-0 text-soft" />
    </Link>
  )
}
