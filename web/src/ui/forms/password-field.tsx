import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import type { FieldTexts } from './field.tsx'
import { EyeIcon, EyeOffIcon } from '../pictures/icons-signed-in.tsx'

/** Hidden until its toggle shows it. */
export function PasswordField({
  label,
  help,
  error,
  className,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const { t } = useTranslation('fields')
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, help, error, className }}>
      {(controlProps) => (
        <span className="relative block">
          <input
            {...controlProps}
            {...input}
            type={shown ? 'text' : 'password'}
            className={classNames(controlClass(error), 'pr-12')}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-ink"
            aria-controls={controlProps.id}
            onClick={() => setShown(!shown)}
          >
            <span className="sr-only">{shown ? t('password.hide') : t('password.show')}</span>
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </span>
      )}
    </Field>
  )
}
