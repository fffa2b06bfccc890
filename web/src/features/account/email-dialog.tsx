import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRules } from '#web/features/people/rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { refreshSettings } from './account.api.ts'
import { useFactorAction } from './security/factor-actions.tsx'

/** Asks for another email address. rule: email-change */
export default function EmailDialog({
  user: { id },
  onClose,
}: {
  user: User
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const api = useApi()
  const queryClient = useQueryClient()
  const rules = useRules()
  const { run, problem, isBusy, confirmation } = useFactorAction()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const send = () => {
    const checked = rules.email().validate(email)
    if (checked !== true) return setWrong(checked)
    setWrong(undefined)
    void run(
      () =>
        api.call('POST /api/users/{id}/email', {
          params: { id },
          body: { new_email: email.trim() },
        }),
      async () => {
        await refreshSettings(queryClient, id)
        onClose()
      },
    )
  }
  return (
    <>
      <FormDialog
        title={t('email.change')}
        submit={t('email.submit')}
        back={t('keep')}
        busy={isBusy}
        onSubmit={send}
        onClose={onClose}
      >
        <p className="text-soft">{t('email.intro')}</p>
        {problem && <MessageBox tone="problem">{problem}</MessageBox>}
        <TextField
          label={t('email.new')}
          type="email"
          autoComplete="email"
          required
          value={email}
          error={wrong}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </FormDialog>
      {confirmation}
    </>
  )
}
