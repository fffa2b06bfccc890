import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ACTION_NOTE_MAX, ACTION_TEXT_MAX } from '#contract/trust/action-reasons.ts'
import type { ActionName } from '#contract/trust/action-reasons.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { reasonsQuery } from './actions.api.ts'

type Said = { reason: string; text: string; note: string }

type SaidFieldsProps = {
  action: ActionName
  said: Said
  /** The shortest text. */
  textMin: number
  textLabel: string
  textHelp: string
  isSubmitted: boolean
  hasNote?: boolean
  onChange: (change: Partial<Said>) => void
  /** Fields of the action, after the reason. */
  children?: ReactNode
}

export const isReasonWrong = ({ reason }: Pick<Said, 'reason'>) => reason === ''
export const isTextWrong = ({ text }: Pick<Said, 'text'>, min: number) => text.trim().length < min

/** Fields for an operator's reason, text and note, which every action needs. rule: actions, opened-conversations */
export function SaidFields(props: SaidFieldsProps) {
  const { action, said, textMin, textLabel, textHelp, isSubmitted, hasNote = true } = props
  const { onChange, children } = props
  const { t } = useTranslation('console_cases')
  const reasons = useQuery(reasonsQuery(useApi())).data?.[action] ?? []
  return (
    <>
      <SelectField
        label={t('facts.reason')}
        value={said.reason}
        error={isSubmitted && isReasonWrong(said) && t('reason_required')}
        onChange={({ target }) => onChange({ reason: target.value })}
      >
        <option value="">{t('choose')}</option>
        {reasons.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      {children}
      <TextareaField
        label={textLabel}
        help={textHelp}
        rows={4}
        maxLength={ACTION_TEXT_MAX}
        value={said.text}
        error={isSubmitted && isTextWrong(said, textMin) && t('too_short', { count: textMin })}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {hasNote && (
        <TextareaField
          label={t('facts.note')}
          help={t('note_help')}
          rows={2}
          maxLength={ACTION_NOTE_MAX}
          value={said.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      )}
    </>
  )
}

/** The idempotency key of what is sent: another one as soon as something else is typed. */
export function useKeyOf(): (body: unknown) => string {
  const sent = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
    return sent.current.key
  }
}
