import { useState } from 'react'
import { useApi } from '../../app/context.tsx'
import { useTranslation } from '../../app/use-translation.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Part } from './part.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { saveFile } from './save-file.ts'

const FILE_NAME = 'lustra-data.json'

/** Everything about a person as a file, for her current password. */
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
    <Part title={t('data.title')} help={t('data.help')}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('data.open')}
      </Button>
      {open && (
        <PasswordDialog
          title={t('data.open')}
          words={{ confirm: t('data.confirm'), busy: t('data.busy') }}
          deed={download}
          onClose={() => setOpen(false)}
        >
          <p>{t('data.help')}</p>
        </PasswordDialog>
      )}
    </Part>
  )
}
