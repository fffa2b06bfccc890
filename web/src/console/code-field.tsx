import type { Ref } from 'react'
import { TextField } from '#web/ui/forms/field.tsx'

/** Six digits of an app; they can be pasted. */
export function CodeField({ label, ref }: { label: string; ref?: Ref<HTMLInputElement> }) {
  return (
    <TextField
      {...(ref ? { ref } : {})}
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      required
    />
  )
}
