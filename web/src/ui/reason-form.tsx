import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextareaField } from './textarea-field.tsx'

type ReasonFormProps = {
  /** The id of the form, for the attribute `form` of the submit button, which is outside it. */
  id: string
  label: string
  help: string
  lengthMax: number
  rows: number
  required?: boolean
  /** Receives the trimmed reason, which is never empty if it is required. */
  onSubmit: (reason: string) => void
  /** Shown above the field. */
  children: ReactNode
}

/** A form with one reason. Without a required reason it shows an error and focuses the field. */
export function ReasonForm({
  id,
  label,
  help,
  lengthMax,
  rows,
  required = true,
  onSubmit,
  children,
}: ReasonFormProps) {
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
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
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
    </form>
  )
}
