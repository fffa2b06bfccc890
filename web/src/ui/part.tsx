import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const CONTENTS = {
  block: 'min-w-0',
  column: 'flex min-w-0 flex-col gap-4',
  fields: 'grid min-w-0 items-start gap-4 sm:grid-cols-2',
}

type PartProps = {
  title: string
  help?: string
  danger?: boolean
  /** The arrangement of the children. */
  content?: keyof typeof CONTENTS
  children: ReactNode
}

/** One part of a screen: its title beside the content, or above it on a phone. */
export function Part({ title, help, danger = false, content = 'column', children }: PartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <header className="flex flex-col gap-1">
        <h2 id={id} className={classNames('text-xl', danger && 'text-clay')}>
          {title}
        </h2>
        {help && <p className="measure text-sm wrap-anywhere text-soft">{help}</p>}
      </header>
      <div className={CONTENTS[content]}>{children}</div>
    </section>
  )
}
