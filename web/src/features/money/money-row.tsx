import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'

type MoneyRowProps = {
  title: string
  /** The fact that one needs without opening the row. */
  fact: ReactNode
  /** Whether it is open at first, because something is to do. */
  open: boolean
  /** The id that addresses name. */
  anchor?: string
  children: ReactNode
}

/** A part of the dashboard about money: one row, and its actions when it is opened. rule: dashboard-layout */
export function MoneyRow({ title, fact, open, anchor, children }: MoneyRowProps) {
  const id = useId()
  // A press in the row must not close it.
  const [isOpenAtFirst] = useState(open)
  return (
    <section aria-labelledby={id}>
      <details open={isOpenAtFirst} className="group">
        <summary className="flex min-h-11 items-center gap-3 rounded-lg px-4 py-1.5">
          <h2 id={id} className="min-w-0 text-base">
            {title}
          </h2>
          <span className="tabular ml-auto min-w-0 text-right text-sm text-balance">{fact}</span>
          <ChevronDownIcon className="-mr-1 size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
        </summary>
        <div id={anchor} className="flex scroll-mt-20 flex-col items-start gap-3 px-4 pt-1 pb-4">
          {children}
        </div>
      </details>
    </section>
  )
}
