import { useRef, useState } from 'react'
import { APPEAL_TEXT_MAX, APPEAL_TEXT_MIN } from '#contract/trust/action-reasons.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useAppeal } from './account.api.ts'

/** The user writes why a decision is wrong. rule: appeals */
export default function AppealForm({
  userId,
  decisionId,
  onClose,
}: {
  userId: string
  decisionId: string
  onClose: () => void
}) {
  const { t } = useTranslation(['decisions', 'errors'])
  const refusalText = useRefusalText()
  const send = useAppeal(userId, decisionId)
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isShort = text.trim().length < APPEAL_TEXT_MIN
  const submit = async () => {
    setIsChecked(true)
    if (isShort) return field.current?.focus()
    try {
      await send.mutateAsync(text)
      toast.success(t('sent'))
      onClose()
    } catch {
      // The dialog shows `send.error`.
    }
  }
  return (
    <FormDialog
      title={t('ask')}
      submit={t('send')}
      busy={send.isPending}
      back={t('cancel')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {send.isError && <MessageBox tone="problem">{refusalText(send.error)}</MessageBox>}
      <TextareaField
        ref={field}
        label={t('why')}
        help={t('help')}
        required
        rows={5}
        maxLength={APPEAL_TEXT_MAX}
        value={text}
        error={isChecked && isShort ? t('too_short') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
