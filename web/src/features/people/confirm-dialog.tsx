import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '#contract/people/factors.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { UserName } from '#web/ui/user-name.tsx'
import { CodeField } from './code-field.tsx'
import { anyPasskey, useHasPasskeys, usePasskeyText } from './passkeys.ts'
import { securityQuery } from './security.api.ts'

type ConfirmDialogProps = {
  /** The current password, if the person has typed it already. */
  password?: string
  /** Runs once this session is confirmed. The dialog shows its refusal. */
  onConfirmed: () => Promise<void> | void
  onClose: () => void
}

/** Asks the user to confirm that it is them, with what their account has. rule: confirmation */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('security')
  const user = useUser()
  const query = useQuery({ ...securityQuery(useApi(), user?.id ?? ''), enabled: user !== null })
  return (
    <Dialog title={t('confirm.title')} onClose={props.onClose}>
      <QueryState
        query={query}
        failed={t('failed')}
        failureLook="message-box"
        pending={<RowsSkeleton count={2} />}
      >
        {(security) => <ConfirmForm security={security} {...props} />}
      </QueryState>
    </Dialog>
  )
}

function ConfirmForm({
  security,
  password: known,
  onConfirmed,
  onClose,
}: ConfirmDialogProps & { security: Security }) {
  const { t } = useTranslation(['security', 'account', 'errors'])
  const api = useApi()
  const user = useUser()
  const failureText = usePasskeyText()
  const hasPasskeys = useHasPasskeys() && security.passkeys.length > 0
  const codes = security.totp || security.recovery_codes_left > 0
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'passkey' | 'form'>()

  const confirm = async (kind: 'passkey' | 'form') => {
    setProblem(undefined)
    setBusy(kind)
    try {
      const body =
        kind === 'passkey'
          ? { passkey: await anyPasskey(api) }
          : { password: known ?? password, ...(codes ? { code } : {}) }
      await api.call('POST /api/auth/confirm', { body })
      await onConfirmed()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (known === undefined && password === '') return setProblem(t('errors:password_required'))
        if (codes && code.trim() === '') return setProblem(t('errors:code_wrong'))
        void confirm('form')
      }}
    >
      <p className="text-soft">{t('confirm.intro')}</p>
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      {hasPasskeys && (
        <Button busy={busy === 'passkey'} onClick={() => void confirm('passkey')}>
          {t('use_passkey')}
        </Button>
      )}
      {known === undefined && (
        <>
          <UserName email={user?.email} />
          <PasswordField
            label={t('account:confirm_password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </>
      )}
      {codes && <CodeFactor security={security} code={code} onChange={setCode} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('account:keep')}
        </Button>
        <Button
          type="submit"
          {...(hasPasskeys ? { look: 'quiet' as const } : {})}
          busy={busy === 'form'}
        >
          {t(busy === 'form' ? 'confirm.busy' : 'confirm.submit')}
        </Button>
      </div>
    </form>
  )
}

type CodeFactorProps = { security: Security; code: string; onChange: (code: string) => void }

/** A code of the app, or a recovery code in its place. */
function CodeFactor({ security, code, onChange }: CodeFactorProps) {
  const { t } = useTranslation('security')
  const [isRecovery, setRecovery] = useState(!security.totp)
  const change = () => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <>
      <CodeField
        of={isRecovery ? 'letters' : 'digits'}
        label={t(isRecovery ? 'recovery_code' : 'app_code')}
        value={code}
        onChange={onChange}
      />
      {security.totp && security.recovery_codes_left > 0 && (
        <Button look="link" className="-my-2 self-start px-0!" onClick={change}>
          {t(isRecovery ? 'use_app_code' : 'use_recovery_code')}
        </Button>
      )}
    </>
  )
}
