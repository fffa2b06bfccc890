import { useId } from 'react'
import type { ReactNode } from 'react'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'

/** One section of the form: title and help, and beside them on wide screens the fields. */
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

/** The error of a section that is no single field. The section's `aria-describedby` names `id`. */
export function FieldErrorLine({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-clay">
      <WarningIcon className="mt-px size-4 shrink-0" />
      {children}
    </p>
  )
}
