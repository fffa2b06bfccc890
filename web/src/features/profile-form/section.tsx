import { useId } from 'react'
import type { ReactNode } from 'react'

/** One part of the form: what it is about, and beside it, on wide screens, what is asked. */
export function Section({
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
      className="grid gap-4 border-t border-line pt-6 md:grid-cols-[4fr_7fr] md:gap-10 md:pt-8"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1 text-soft">{help}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  )
}
