import { useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormDialogProps } from './form-dialog.tsx'
import { TextareaField } from './textarea-field.tsx'

type ReasonDialogProps = Omit<FormDialogProps, 'onSubmit'> & {
  label: string
  help: string
  lengthMax: number
  rows: number
  required?: boolean
  /** Receives the trimmed reason, which is never empty if it is required. */
  onSubmit: (reason: string) => void
}

/**
 * A dialog that asks for a reason, below its `children`. Without a required reason it shows an error and focuses the
 * field.
 */
export function ReasonDialog({
  label,
  help,
  lengthMax,
  rows,
  required = true,
  onSubmit,
  children,
  ...dialog
}: ReasonDialogProps) {
  const { t } = useTranslation('errors')
  const [reason, setReason] = useState('')
  const [isSubmittedEmpty, setSubmittedEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const trimmed = reason.trim()
  const submit = () => {
    if (trimmed || !required) return onSubmit(trimmed)
    setSubmittedEmpty(true)
    field.current?.focus()
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      {children}
      <TextareaField
        ref={field}
        label={label}
        help={help}
        required={required}
        rows={rows}
        maxLength={lengthMax}
        value={reason}
        error={isSubmittedEmpty && required && trimmed === '' ? t('reason_required') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
