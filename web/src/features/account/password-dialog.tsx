import { useState } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useRules } from '#web/features/identity/rules.ts'

type PasswordDialogProps = {
  title: string
  children: ReactNode
  /** What the button says, and while it is being done. */
  words: { confirm: string; busy: string }
  danger?: boolean
  /** Done with the password; what it throws is told here. */
  deed: (password: string) => Promise<void>
  onClose: () => void
}

/** What is done only by somebody who knows the current password. */
export function PasswordDialog({
  title,
  children,
  words,
  danger = false,
  deed,
  onClose,
}: PasswordDialogProps) {
  const { t } = useTranslation(['account', 'errors'])
  const rules = useRules()
  const refusalText = useRefusalText()
  const [complaint, setComplaint] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const confirm = handleSubmit(async ({ password }) => {
    setComplaint(undefined)
    try {
      await deed(password)
    } catch (error) {
      setComplaint(refusalText(error))
    }
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void confirm(event)}>
        {children}
        {complaint && <Notice tone="problem">{complaint}</Notice>}
        <PasswordField
          label={t('confirm_password')}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password', rules.password())}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={isSubmitting}>
            {isSubmitting ? words.busy : words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
