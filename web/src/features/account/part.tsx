import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** One section of the settings: its title beside the content, or above it on a phone. */
export function Part({
  title,
  help,
  danger = false,
  children,
}: {
  title: string
  help?: string
  danger?: boolean
  children: ReactNode
}) {
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
        {help && <p className="measure text-sm text-soft">{help}</p>}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
