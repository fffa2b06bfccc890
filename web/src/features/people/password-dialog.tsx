import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { UserName } from '#web/ui/user-name.tsx'
import { useRules } from './rules.ts'
import { isUnconfirmed } from './unconfirmed.ts'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

type PasswordDialogProps = {
  title: string
  children: ReactNode
  /** The button's label, and its label while busy. */
  labels: { confirm: string; busy: string }
  danger?: boolean
  /** Runs with the typed password. The dialog shows its refusal. */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

/**
 * Asks for the current password before an action, and for a second factor if the call needs a confirmation too.
 * rule: confirmation
 */
export function PasswordDialog({
  title,
  children,
  labels,
  danger = false,
  onConfirm,
  onClose,
}: PasswordDialogProps) {
  const { t } = useTranslation(['account', 'errors'])
  const user = useUser()
  const rules = useRules()
  const refusalText = useRefusalText()
  const [problem, setProblem] = useState<string>()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const confirm = handleSubmit(async ({ password }) => {
    setProblem(undefined)
    try {
      await onConfirm(password)
    } catch (error) {
      if (isUnconfirmed(error)) setUnconfirmed(password)
      else setProblem(refusalText(error))
    }
  })
  if (unconfirmed !== undefined) {
    return (
      <Suspense>
        <ConfirmDialog
          password={unconfirmed}
          onConfirmed={() => onConfirm(unconfirmed)}
          onClose={onClose}
        />
      </Suspense>
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void confirm(event)}>
        {children}
        {problem && <MessageBox tone="problem">{problem}</MessageBox>}
        <UserName email={user?.email} />
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
            {isSubmitting ? labels.busy : labels.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
