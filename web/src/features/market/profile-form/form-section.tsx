import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'

/** One section of the form: title and help, and beside them on wide screens the fields. */
export function Section({
  title,
  help,
  mark,
  helpClass,
  className,
  headerClass,
  children,
}: {
  title: string
  help: string
  /** A word beside the title, such as that the section is required. */
  mark?: string
  helpClass?: string | undefined
  className?: string | undefined
  headerClass?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'grid gap-3 border-t border-line pt-4 md:grid-cols-[4fr_7fr] md:gap-10 md:pt-8',
        className,
      )}
    >
      <div className={headerClass}>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {mark && <span className="text-sm font-medium text-soft">{mark}</span>}
        </div>
        <p className={classNames('mt-1 text-soft', helpClass)}>{help}</p>
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
