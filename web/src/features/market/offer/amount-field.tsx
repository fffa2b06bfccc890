import type { ReactNode } from 'react'
import { useFormat } from '#web/i18n/format.ts'
import { TextField } from '#web/ui/forms/field.tsx'

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

/** A number as it is typed: dollars, minutes or per cent. It shows the decimal sign of the reader's language. */
export function AmountField({
  whole = false,
  className = '',
  value,
  onChange,
  ...field
}: AmountFieldProps) {
  const sign = useFormat().number(0.5).charAt(1)
  return (
    <TextField
      {...field}
      value={value.replace(/[.,]/, sign)}
      className={className}
      inputMode={whole ? 'numeric' : 'decimal'}
      maxLength={7}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(',', '.'))}
    />
  )
}
