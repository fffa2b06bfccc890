import { WarningIcon } from '#web/ui/icons.tsx'

/** What is wrong with a part of the form that is no single field; `id` is what the part is described by. */
export function ComplaintLine({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-clay">
      <WarningIcon className="mt-px size-4 shrink-0" />
      {children}
    </p>
  )
}
