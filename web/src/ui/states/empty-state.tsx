import type { ReactNode } from 'react'
import { Drawing } from '../pictures/drawing.tsx'

type EmptyStateProps = {
  /** An SVG of #drawings. */
  drawing: string
  title: ReactNode
  /** 'h1' if it is the whole screen. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  /** The user's next step: a button or a link. */
  action?: ReactNode
}

/**
 * Shown in place of an empty list: a drawing, one sentence, one action. Where the text is very large for the width,
 * the drawing goes and the action stays at the lower edge. rule: accessibility
 */
export function EmptyState({
  drawing,
  title,
  heading: Heading = 'h2',
  children,
  action,
}: EmptyStateProps) {
  return (
    <section className="@container w-full">
      <div className="flex flex-col items-center gap-3 px-4 py-10 text-center @max-[14rem]:py-0">
        <Drawing svg={drawing} className="w-60 max-w-full @max-[14rem]:hidden" />
        <Heading className="text-xl">{title}</Heading>
        {children && <div className="measure text-balance text-soft">{children}</div>}
        {action && (
          <div className="mt-2 @max-[14rem]:sticky @max-[14rem]:bottom-0 @max-[14rem]:w-full @max-[14rem]:bg-paper @max-[14rem]:py-2">
            {action}
          </div>
        )}
      </div>
    </section>
  )
}
