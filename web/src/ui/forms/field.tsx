import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { ChevronDownIcon, WarningIcon } from '../pictures/icons.tsx'

export type FieldTexts = {
  label: ReactNode
  help?: ReactNode
  /** The text of the error. Screen readers announce it with the field. */
  error?: ReactNode
  className?: string
}
type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

const CONTROL =
  'block w-full min-h-11 rounded-md border bg-surface px-3.5 text-base text-ink placeholder:text-soft transition-colors disabled:opacity-60'
/** The classes of a control, for fields outside this file. */
export const controlClass = (error: ReactNode) =>
  classNames(CONTROL, error ? 'border-clay' : 'border-edge hover:border-action')

/** Label above, help and error below, linked by ids; `children` draws the control. */
export function Field({
  label,
  help,
  error,
  className,
  children,
}: FieldTexts & { children: (controlProps: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-clay">
          <WarningIcon className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-sm text-soft">
          {help}
        </p>
      )}
    </div>
  )
}

/** One line of text, an email, a number, a date, a time. Accepts the props of <input>, `ref` included. */
export function TextField({
  label,
  help,
  error,
  className,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Field {...{ label, help, error, className }}>
      {(controlProps) => <input {...controlProps} {...input} className={controlClass(error)} />}
    </Field>
  )
}

/** The browser's own select; `children` are its options. */
export function SelectField({
  label,
  help,
  error,
  className,
  children,
  ...select
}: FieldTexts & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <Field {...{ label, help, error, className }}>
      {(controlProps) => (
        <Select {...controlProps} {...select} error={error}>
          {children}
        </Select>
      )}
    </Field>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  error?: ReactNode
  /** Whether its values are short and it stands beside others, such as a time. Without an arrow where it is narrow. */
  short?: boolean
}

/** The select alone, without a label: give it an `aria-label`, or the attributes of a Field. */
export function Select({ error, short = false, children, ...select }: SelectProps) {
  return (
    <span className="relative block min-w-0">
      <select
        {...select}
        className={classNames(
          controlClass(error),
          'appearance-none truncate',
          short ? 'pr-7 pl-2.5 @max-[24rem]:pr-1.5' : 'pr-10',
        )}
      >
        {children}
      </select>
      <ChevronDownIcon
        className={classNames(
          'pointer-events-none absolute inset-y-0 my-auto size-4 text-soft',
          short ? 'right-2 @max-[24rem]:hidden' : 'right-3.5',
        )}
      />
    </span>
  )
}
