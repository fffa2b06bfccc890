import { useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { PasswordDialog } from '#web/features/people/password-dialog.tsx'

/**
 * Deletes the account: explains what is deleted and what stays, and asks for the current password.
 * rule: account-deletion
 */
export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const clearSession = useClearSession()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const remove = async (password: string) => {
    await api.call('DELETE /api/users/{id}', { params: { id: user.id }, password })
    navigate('/')
    clearSession()
    toast.success(t('delete.done'))
  }
  return (
    <FoldedPart title={t('delete.title')} help={t('delete.help')}>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      {open && (
        <PasswordDialog
          title={t('delete.open')}
          labels={{ confirm: t('delete.confirm'), busy: t('delete.busy') }}
          danger
          onConfirm={remove}
          onClose={() => setOpen(false)}
        >
          <p className="font-medium text-clay">{t('delete.first')}</p>
          <ul className="flex list-disc flex-col gap-2 pl-5">
            <li>{t('delete.bookings')}</li>
            <li>{t(`delete.${user.role}`)}</li>
            <li>{t('delete.kept')}</li>
          </ul>
        </PasswordDialog>
      )}
    </FoldedPart>
  )
}
