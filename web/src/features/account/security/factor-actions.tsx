import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePasskeyText } from '#web/features/people/passkeys.ts'
import { refreshSecurity } from '#web/features/people/security.api.ts'
import { SignOutOthers } from '#web/features/people/sign-out-others.tsx'
import { useConfirmation } from '#web/features/people/use-confirmation.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'

/** Runs actions of one part that need a confirmed session. Their failure is `problem`. rule: confirmation */
export function useFactorAction() {
  const failureText = usePasskeyText()
  const { confirmFirst, dialog } = useConfirmation()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async <Result,>(
    action: () => Promise<Result>,
    onDone: (result: Result) => Promise<unknown> | void,
  ) => {
    setProblem(undefined)
    setBusy(true)
    try {
      const result = await confirmFirst(async () => ({ of: await action() }))
      if (result) await onDone(result.of)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { run, problem, isBusy, confirmation: dialog }
}

type FactorDialogProps<Result> = {
  title: string
  submit: string
  userId: string
  /** Sends the change. */
  onSend: (signOutOthers: boolean) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a factor is removed, or recovery codes end. rule: second-factor */
export function FactorDialog<Result>({
  title,
  submit,
  userId,
  onSend,
  onDone,
  onClose,
  children,
}: FactorDialogProps<Result>) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const { run, problem, isBusy, confirmation } = useFactorAction()
  const [signOutOthers, setSignOutOthers] = useState(true)
  const send = () =>
    run(
      () => onSend(signOutOthers),
      async (result) => {
        await refreshSecurity(queryClient, userId)
        onDone(result)
      },
    )
  return (
    <>
      <FormDialog
        title={title}
        submit={submit}
        back={t('keep')}
        busy={isBusy}
        onSubmit={() => void send()}
        onClose={onClose}
      >
        {children}
        <SignOutOthers checked={signOutOthers} onChange={setSignOutOthers} />
        {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      </FormDialog>
      {confirmation}
    </>
  )
}
