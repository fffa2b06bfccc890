import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { CodeField } from '#web/features/people/code-field.tsx'
import { refreshSecurity } from '#web/features/people/security.api.ts'
import { SignOutOthers } from '#web/features/people/sign-out-others.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CopyField } from '#web/ui/forms/copy-field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'

type SetupDialogProps = {
  userId: string
  setup: Answer<'POST /api/users/{id}/totp'>
  onDone: (recoveryCodes: readonly string[] | undefined) => void
  onClose: () => void
}

/** The secret for the app, and the field for its first code. rule: app-codes */
export default function SetupDialog({ userId, setup, onDone, onClose }: SetupDialogProps) {
  const { t } = useTranslation(['security', 'account', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const [code, setCode] = useState('')
  const [signOutOthers, setSignOutOthers] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (code.trim() === '') return setProblem(t('errors:code_wrong'))
    setProblem(undefined)
    setBusy(true)
    try {
      const body = { code, sign_out_others: signOutOthers }
      const input = { params: { id: userId }, body }
      const { recovery_codes } = await api.call('POST /api/users/{id}/totp/confirm', input)
      await refreshSecurity(queryClient, userId)
      toast.success(t('app.added'))
      onDone(recovery_codes)
    } catch (error) {
      setProblem(refusalText(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('app.setup_title')}
      submit={t('app.submit')}
      back={t('account:keep')}
      busy={isBusy}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{t('app.scan')}</p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={setup.otpauth_url} label={t('app.qr')} />
        <div className="min-w-0 grow basis-60">
          <CopyField label={t('app.secret')} value={setup.secret} />
        </div>
      </div>
      <CodeField
        of="digits"
        label={t('app_code')}
        help={t('app.code_help')}
        value={code}
        error={problem}
        onChange={setCode}
      />
      <SignOutOthers checked={signOutOthers} onChange={setSignOutOthers} />
    </FormDialog>
  )
}
