import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Passkey, Security } from '#contract/people/factors.ts'
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/people/account-rules.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import {
  loadPasskeys,
  makePasskey,
  useHasPasskeys,
  usePasskeyText,
} from '#web/features/people/passkeys.ts'
import { refreshSecurity } from '#web/features/people/security.api.ts'
import { SignOutOthers } from '#web/features/people/sign-out-others.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Part } from '#web/ui/part.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { FactorDialog, useFactorAction } from './factor-actions.tsx'

type Options = Answer<'POST /api/users/{id}/passkeys/options'>['options']
type PasskeysPartProps = {
  userId: string
  security: Security
  /** Shows the recovery codes that the first factor brings. */
  onRecoveryCodes: (codes: readonly string[]) => void
}

/** The passkeys of the account: added, renamed, removed. rule: passkeys, end-sessions */
export function PasskeysPart({ userId, security, onRecoveryCodes }: PasskeysPartProps) {
  const { t } = useTranslation(['security', 'errors'])
  const api = useApi()
  const canMake = useHasPasskeys() && security.passkeys_available
  const { run, problem, isBusy, confirmation } = useFactorAction()
  const [options, setOptions] = useState<Options>()
  const begin = () =>
    run(
      () => api.call('POST /api/users/{id}/passkeys/options', { params: { id: userId } }),
      (answer) => setOptions(answer.options),
    )
  return (
    <Part title={t('passkeys.title')} help={t('passkeys.help')}>
      {security.passkeys.length > 0 && (
        <ul className="card divide-y divide-line">
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} userId={userId} passkey={passkey} />
          ))}
        </ul>
      )}
      {canMake ? (
        <Button look="quiet" className="self-start" busy={isBusy} onClick={() => void begin()}>
          {t('passkeys.add')}
        </Button>
      ) : (
        <p className="text-soft">
          {security.passkeys_available
            ? t('passkeys.unsupported')
            : t('errors:passkeys_unavailable')}
        </p>
      )}
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      {options && (
        <AddDialog
          userId={userId}
          options={options}
          onDone={(codes) => {
            setOptions(undefined)
            if (codes) onRecoveryCodes(codes)
          }}
          onClose={() => setOptions(undefined)}
        />
      )}
      {confirmation}
    </Part>
  )
}

type AddDialogProps = {
  userId: string
  options: Options
  onDone: (recoveryCodes: readonly string[] | undefined) => void
  onClose: () => void
}

function AddDialog({ userId, options, onDone, onClose }: AddDialogProps) {
  const { t } = useTranslation(['security', 'account'])
  const api = useApi()
  const queryClient = useQueryClient()
  const failureText = usePasskeyText()
  const [name, setName] = useState('')
  const [signOutOthers, setSignOutOthers] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Safari opens its dialog only right after the press.
  useEffect(() => void loadPasskeys().catch(() => {}), [])
  const send = async () => {
    setProblem(undefined)
    setBusy(true)
    try {
      const body = {
        name: name.trim() || t('passkeys.default_name'),
        response: await makePasskey(options),
        sign_out_others: signOutOthers,
      }
      const input = { params: { id: userId }, body }
      const { recovery_codes } = await api.call('POST /api/users/{id}/passkeys', input)
      await refreshSecurity(queryClient, userId)
      toast.success(t('passkeys.added'))
      onDone(recovery_codes)
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('passkeys.add')}
      submit={t('passkeys.make')}
      back={t('account:keep')}
      busy={isBusy}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{t('passkeys.add_help')}</p>
      <NameField value={name} onChange={setName} />
      <SignOutOthers checked={signOutOthers} onChange={setSignOutOthers} />
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
    </FormDialog>
  )
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('security')
  return (
    <TextField
      label={t('passkeys.name')}
      placeholder={t('passkeys.default_name')}
      maxLength={PASSKEY_NAME_LENGTH_MAX}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function PasskeyRow({ userId, passkey }: { userId: string; passkey: Passkey }) {
  const { t } = useTranslation('security')
  const api = useApi()
  const format = useFormat()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const { id: passkeyId, name, created_at, last_used_at, synced } = passkey
  const date = (at: string) => format.date(at, browserTimeZone())
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          {name}
          {synced && <Badge tone="good">{t('passkeys.synced')}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {t('passkeys.created', { date: date(created_at) })}
          {last_used_at && ` · ${t('passkeys.used', { date: date(last_used_at) })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => setOpen('rename')}>
          <span aria-hidden="true">{t('passkeys.rename')}</span>
          <span className="sr-only">{t('passkeys.rename_label', { name })}</span>
        </Button>
        <Button look="quiet" onClick={() => setOpen('remove')}>
          <span aria-hidden="true">{t('passkeys.remove')}</span>
          <span className="sr-only">{t('passkeys.remove_label', { name })}</span>
        </Button>
      </div>
      {open === 'rename' && <RenameDialog userId={userId} passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <FactorDialog
          title={t('passkeys.remove_label', { name })}
          submit={t('passkeys.remove')}
          userId={userId}
          onSend={(others) =>
            api.call('DELETE /api/users/{id}/passkeys/{passkeyId}', {
              params: { id: userId, passkeyId },
              query: { sign_out_others: others ? 'true' : 'false' },
            })
          }
          onDone={() => toast.success(t('passkeys.removed'))}
          onClose={close}
        >
          <p>{t('passkeys.remove_help')}</p>
        </FactorDialog>
      )}
    </li>
  )
}

type RenameDialogProps = { userId: string; passkey: Passkey; onClose: () => void }

function RenameDialog({ userId, passkey, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['security', 'account'])
  const api = useApi()
  const queryClient = useQueryClient()
  const { run, problem, isBusy, confirmation } = useFactorAction()
  const [name, setName] = useState(passkey.name)
  const rename = () => {
    const params = { id: userId, passkeyId: passkey.id }
    const body = { name: name.trim() || t('passkeys.default_name') }
    return run(
      () => api.call('PUT /api/users/{id}/passkeys/{passkeyId}', { params, body }),
      async () => {
        await refreshSecurity(queryClient, userId)
        onClose()
      },
    )
  }
  return (
    <>
      <FormDialog
        title={t('passkeys.rename')}
        submit={t('passkeys.rename')}
        back={t('account:keep')}
        busy={isBusy}
        onSubmit={() => void rename()}
        onClose={onClose}
      >
        <NameField value={name} onChange={setName} />
        {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      </FormDialog>
      {confirmation}
    </>
  )
}
