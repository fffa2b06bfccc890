import type { ReactNode } from 'react'

type CheckFieldProps = {
  label: ReactNode
  checked: boolean
  name?: string
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, as high as a thumb. */
export function CheckField({ label, checked, name, disabled, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 font-medium">
      <input
        type="checkbox"
        name={name}
        className="size-5 shrink-0"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}
