import type { ReactNode } from 'react'
import { FoldedPart } from '#web/ui/folded-part.tsx'

type PartProps = {
  title: string
  /** Whether it is a row that opens, because the reader does something else now. */
  isFolded: boolean
  /** A fact that the closed row tells. */
  fact?: ReactNode
  children: ReactNode
}

/** A part of the page of a visit, open or as a row that opens. */
export function VisitPart({ title, isFolded, fact, children }: PartProps) {
  return isFolded ? (
    <div className="card">
      <FoldedPart title={title} fact={fact}>
        {children}
      </FoldedPart>
    </div>
  ) : (
    <section className="card flex flex-col gap-2 p-4 md:p-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
