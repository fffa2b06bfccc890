import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import type { FieldTexts } from './field.tsx'

/** A textarea with its label. It is in its own file, because home needs only the other fields. rule: first-view */
export function TextareaField({
  label,
  help,
  error,
  className,
  ...textarea
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Field {...{ label, help, error, className }}>
      {(controlProps) => (
        <textarea
          rows={4}
          {...controlProps}
          {...textarea}
          className={classNames(controlClass(error), 'py-2.5')}
        />
      )}
    </Field>
  )
}
