import type { ReactNode } from 'react'
import { TextField } from '#web/ui/field.tsx'

type AmountFieldProps = {
  label: ReactNode
  name: string
  value: string
  help?: ReactNode
  placeholder?: string
  error: string | undefined
  whole?: boolean
  className?: string
  onChange: (value: string) => void
}

/** A number as it is typed: dollars, minutes or per cent. */
export function AmountField({
  whole = false,
  className = '',
  onChange,
  ...field
}: AmountFieldProps) {
  return (
    <TextField
      {...field}
      className={className}
      inputMode={whole ? 'numeric' : 'decimal'}
      maxLength={7}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
