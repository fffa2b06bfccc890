import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { CodeField } from './code-field.tsx'
import { operatorKeys } from './operator.api.ts'
import { signWithPasskey } from './passkey.ts'
import { Failure } from './sign-in.tsx'

type Waiting = { repeat: () => void; giveUp: () => void }

/**
 * Sends actions that need a confirmation. `run` sends a call; if it is refused with 'confirm_first', `dialog` asks for
 * a code or a passkey, and the call is sent again. Render `dialog`. `run` rejects if the operator goes back.
 * rule: operator-sessions
 */
export function useConfirmed(): {
  run: <Answer>(send: () => Promise<Answer>) => Promise<Answer>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()
  async function run<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'confirm_first') throw error
      await new Promise<void>((resolve, reject) => {
        setWaiting({ repeat: resolve, giveUp: () => reject(error) })
      })
      return send()
    }
  }
  const end = (then: () => void) => {
    setWaiting(undefined)
    then()
  }
  const dialog = waiting && (
    <ConfirmDialog onConfirmed={() => end(waiting.repeat)} onClose={() => end(waiting.giveUp)} />
  )
  return { run, dialog }
}

function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { t } = useTranslation('console')
  const api = useApi()
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: async (code: string | undefined) => {
      if (code !== undefined) return api.call('POST /api/operator/confirm', { body: { code } })
      const { options } = await api.call('POST /api/operator/login/passkey/options')
      const passkey = await signWithPasskey(options)
      return api.call('POST /api/operator/confirm', { body: { passkey } })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: operatorKeys.me })
      onConfirmed()
    },
  })
  return (
    <FormDialog
      title={t('confirm.title')}
      submit={t('confirm.submit')}
      back={t('confirm.back')}
      busy={confirm.isPending}
      onSubmit={() => confirm.mutate(field.current?.value ?? '')}
      onClose={onClose}
    >
      <p className="text-soft">{t('confirm.intro')}</p>
      <Failure title={t('confirm.failed')} error={confirm.error} />
      <CodeField ref={field} label={t('confirm.code')} />
      <Button look="quiet" busy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
        {t('confirm.passkey')}
      </Button>
    </FormDialog>
  )
}
