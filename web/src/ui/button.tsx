import type { ComponentProps, ReactNode } from 'react'
import { Link } from './link.tsx'
import { classNames } from './class-names.ts'
import { Spinner } from './pictures/icons.tsx'

type Look = 'primary' | 'quiet' | 'danger' | 'link'
type Shape = { look?: Look; wide?: boolean; className?: string }

const LOOKS: Record<Look, string> = {
  primary: 'bg-action text-on-action hover:bg-action-strong border-transparent',
  quiet: 'bg-surface text-ink border-edge hover:border-action hover:bg-mint',
  danger: 'bg-surface text-clay border-clay hover:bg-clay-soft',
  link: 'border-transparent text-action underline decoration-1 underline-offset-4 hover:decoration-2',
}

function look({ look = 'primary', wide = false, className }: Shape): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-md border px-5 py-1.5 text-center text-base font-semibold transition-colors select-none',
    'disabled:opacity-60 aria-disabled:opacity-60',
    wide && 'w-full',
    LOOKS[look],
    className,
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Shape & { busy?: boolean }

/** Attributes of a busy button. It refuses presses and submits nothing, but keeps the focus, unlike a disabled one. */
const BUSY: ComponentProps<'button'> = {
  disabled: false,
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event) => event.preventDefault(),
}

/** One primary button a screen. While `busy` it shows a spinner; the label says what happens. rule: accessibility */
export function Button({ look: kind, wide, className, busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={look({ look: kind, wide, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({
  href,
  label,
  current,
  children,
  ...shape
}: Shape & {
  href: string
  /** The name for screen readers, if the visible text is too short. */
  label?: string
  /** Whether the link leads to the current page. */
  current?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      className={look(shape)}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
