import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import type { FieldTexts } from './field.tsx'

/**
 * A textarea with its label; one of a single row grows with its text. It is in its own file, because home needs only
 * the other fields. rule: first-view
 */
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
          className={classNames(
            controlClass(error),
            'py-2.5',
            textarea.rows === 1 && 'field-sizing-content max-h-48',
          )}
        />
      )}
    </Field>
  )
}
