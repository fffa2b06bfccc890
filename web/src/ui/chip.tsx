import type { ReactNode } from 'react'
import { CloseIcon } from './pictures/icons.tsx'

const CHIP = 'inline-flex items-center gap-1 rounded-full bg-mint px-3 py-1 text-sm'

/** A short fact, e.g. a service. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={CHIP}>{children}</span>
}

/** A fact that can be removed, e.g. a search filter; `removeLabel` names the button. */
export function RemovableChip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}) {
  return (
    <span className={`${CHIP} py-0 pr-0`}>
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        className="grid size-11 place-items-center rounded-full text-soft hover:bg-mint-strong hover:text-ink"
        onClick={onRemove}
      >
        <CloseIcon className="size-4" />
      </button>
    </span>
  )
}
