import { useId } from 'react'
import type { ReactNode } from 'react'

/** One part of the form: its title beside the fields, or above them on a phone. */
export function HomePart({
  title,
  help,
  children,
}: {
  title: string
  help: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <header className="flex flex-col gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="measure text-sm text-soft">{help}</p>
      </header>
      <div className="grid min-w-0 items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
