import { useState } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { saveFile } from '#web/ui/pictures/save-file.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { PasswordDialog } from '#web/features/people/password-dialog.tsx'

const FILE_NAME = 'lustra-data.json'

/** Downloads all data about the user, after their current password. rule: account-export */
export function OwnData({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const api = useApi()
  const [open, setOpen] = useState(false)
  const download = async (password: string) => {
    const data = await api.call('GET /api/users/{id}/export', { params: { id: userId }, password })
    saveFile(FILE_NAME, JSON.stringify(data, null, 2), 'application/json')
    setOpen(false)
    toast.success(t('data.done'))
  }
  return (
    <FoldedPart title={t('data.title')} help={t('data.help')}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('data.open')}
      </Button>
      {open && (
        <PasswordDialog
          title={t('data.open')}
          labels={{ confirm: t('data.confirm'), busy: t('data.busy') }}
          onConfirm={download}
          onClose={() => setOpen(false)}
        >
          <p>{t('data.help')}</p>
        </PasswordDialog>
      )}
    </FoldedPart>
  )
}
