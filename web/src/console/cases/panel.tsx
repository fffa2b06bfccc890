import { useId } from 'react'
import type { ReactNode } from 'react'

type PanelProps = {
  title: string
  /** Beside the title. */
  extra?: ReactNode
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({
  title,
  extra,
  heading: Heading = 'h2',
  children,
}: PanelProps & { heading?: 'h2' | 'h3' }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading id={id} className="text-lg">
          {title}
        </Heading>
        {extra}
      </div>
      {children}
    </section>
  )
}

/** A titled part of a case, whose title is a second-level heading. */
export function CasePanel(props: PanelProps) {
  return <Panel heading="h3" {...props} />
}

/** Names and values, in as many columns as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @md:grid-cols-2 @2xl:grid-cols-3">
        {children}
      </dl>
    </div>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A text that a person or an operator wrote. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <p className="measure border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  )
}

/** A text that somebody wrote, below their name or a label. */
export function NamedQuote({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-soft">{name}</p>
      <Quote>{children}</Quote>
    </div>
  )
}
