import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from './pictures/icons.tsx'

type FoldedPartProps = {
  title: string
  /** A fact that one needs without opening the row. */
  fact?: ReactNode
  help?: string
  /** Whether it is open at first, because something is to do. */
  open?: boolean
  /** The id that addresses name. */
  anchor?: string
  children: ReactNode
}

/** One part of a screen as a row that opens: its title with one fact, and its controls when it is opened. */
export function FoldedPart({ title, fact, help, open = false, anchor, children }: FoldedPartProps) {
  const id = useId()
  // A press in the row must not close it.
  const [isOpenAtFirst] = useState(open)
  return (
    <section aria-labelledby={id}>
      <details open={isOpenAtFirst} className="group">
        <summary className="flex min-h-11 items-center gap-3 rounded-lg px-4 py-1.5">
          {/* The fact gives way before a word of the title breaks. */}
          <h2 id={id} className="text-base wrap-break-word">
            {title}
          </h2>
          <span className="tabular ml-auto min-w-0 text-right text-sm text-balance">{fact}</span>
          <ChevronDownIcon className="-mr-1 size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
        </summary>
        <div id={anchor} className="flex scroll-mt-20 flex-col items-start gap-3 px-4 pt-1 pb-4">
          {help && <p className="measure text-sm wrap-anywhere text-soft">{help}</p>}
          {children}
        </div>
      </details>
    </section>
  )
}

type CardPartProps = {
  title: string
  /** Whether it is a row that opens, because the reader does something else now. */
  isFolded?: boolean
  /** A fact that the closed row tells. */
  fact?: ReactNode
  /** The id that addresses name. */
  anchor?: string
  children: ReactNode
}

/** A part of a screen as a card, open or as a row that opens. */
export function CardPart({ title, isFolded = false, fact, anchor, children }: CardPartProps) {
  const id = useId()
  return isFolded ? (
    <div className="card">
      <FoldedPart title={title} fact={fact} {...(anchor && { anchor })}>
        {children}
      </FoldedPart>
    </div>
  ) : (
    <section aria-labelledby={id} className="card p-4 md:p-5">
      <div id={anchor} className="flex scroll-mt-20 flex-col gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
