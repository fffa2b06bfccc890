import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/forms/field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value'> & {
  /** 'digits': six of an app. 'letters': a recovery code. */
  of: 'digits' | 'letters'
  value: string
  onChange: (value: string) => void
}

/** A field for a code. Pasting works, spaces do not matter. rule: app-codes */
export function CodeField({ of, onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...(of === 'digits' ? { inputMode: 'numeric' } : {})}
      required
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
