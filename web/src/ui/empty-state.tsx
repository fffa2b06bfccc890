import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'

type EmptyStateProps = {
  /** An SVG of #drawings. */
  drawing: string
  title: ReactNode
  /** 'h1' if it is the whole screen. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  /** What the user can do next: a button or a link. */
  action?: ReactNode
}

/** Shown in place of an empty list: a drawing, one sentence, one action. */
export function EmptyState({
  drawing,
  title,
  heading: Heading = 'h2',
  children,
  action,
}: EmptyStateProps) {
  return (
    <section className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <Drawing svg={drawing} className="w-60 max-w-full" />
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="measure text-balance text-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </section>
  )
}
