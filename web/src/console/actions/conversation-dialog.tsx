import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OPENING_TEXT_MIN } from '#contract/trust/action-reasons.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { casesQuery, refreshCases } from '../cases/cases.api.ts'
import { useCaseTitle } from '../log-words.ts'
import { Failure } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { SaidFields, isReasonWrong, isTextWrong, useKeyOf } from './said-fields.tsx'

export type Opened = Answer<'POST /api/operator/conversations/{id}/open'>
/** The days after which both are told, if nothing else is chosen for a legal reason. */
const DAYS_USUAL = 3
const DAYS_MAX = 30

type ConversationDialogProps = {
  id: string
  /** The person of the conversation in whose language the letter is shown. */
  personId: string
  /** The case to which it belongs; undefined: one of those that the operator holds. */
  caseId: string | undefined
  onOpened: (opened: Opened) => void
  onClose: () => void
}

/** Why a conversation is opened, with the letter that both people get first. rule: opened-conversations */
export function ConversationDialog({ id, personId, caseId, ...on }: ConversationDialogProps) {
  const { t } = useTranslation('console_cases')
  const [said, setSaid] = useState({ reason: '', text: '', note: '', caseId: caseId ?? '' })
  const [days, setDays] = useState(DAYS_USUAL)
  const [isSubmitted, setSubmitted] = useState(false)
  const { open, dialog } = useOpening(id, on.onOpened)
  const set = (change: Partial<typeof said>) => setSaid({ ...said, ...change })
  const isLegal = said.reason === 'legal'
  const wrong = {
    caseId: said.caseId === '',
    reason: isReasonWrong(said),
    text: isTextWrong(said, OPENING_TEXT_MIN),
    days: isLegal && !(Number.isInteger(days) && days >= 0 && days <= DAYS_MAX),
  }
  const submit = () => {
    setSubmitted(true)
    if (Object.values(wrong).some(Boolean)) return
    const { reason, text, note } = said
    open.mutate({
      reason,
      text,
      case_id: said.caseId,
      ...(note && { note }),
      ...(isLegal && { tell_after_days: days }),
    })
  }
  return (
    <>
      <FormDialog
        title={t('conversation.title')}
        submit={t('conversation.submit')}
        back={t('back')}
        busy={open.isPending}
        onSubmit={submit}
        onClose={on.onClose}
      >
        <p className="text-soft">{t('conversation.help')}</p>
        <LetterPreview action="open" personId={personId} reason={said.reason} text={said.text} />
        <Failure title={t('action_failed')} error={open.error} />
        {caseId === undefined && (
          <HeldCaseField
            value={said.caseId}
            isMissing={isSubmitted && wrong.caseId}
            onChange={(chosen) => set({ caseId: chosen })}
          />
        )}
        <SaidFields
          action="open"
          textMin={OPENING_TEXT_MIN}
          textLabel={t('facts.text')}
          textHelp={t('conversation.text_help')}
          onChange={set}
          {...{ said, isSubmitted }}
        >
          {isLegal && (
            <DaysField days={days} isWrong={isSubmitted && wrong.days} onChange={setDays} />
          )}
        </SaidFields>
      </FormDialog>
      {dialog}
    </>
  )
}

type DaysFieldProps = { days: number; isWrong: boolean; onChange: (days: number) => void }

/** The field for the number of days after which both people are told that an operator has read the conversation. */
function DaysField({ days, isWrong, onChange }: DaysFieldProps) {
  const { t } = useTranslation('console_cases')
  return (
    <TextField
      label={t('conversation.days')}
      help={t('conversation.days_help')}
      type="number"
      min={0}
      max={DAYS_MAX}
      value={Number.isNaN(days) ? '' : days}
      error={isWrong && t('conversation.days_wrong')}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  )
}

type HeldCaseFieldProps = { value: string; isMissing: boolean; onChange: (id: string) => void }

/** One of the cases that the operator holds. */
function HeldCaseField({ value, isMissing, onChange }: HeldCaseFieldProps) {
  const { t } = useTranslation('console_cases')
  const caseTitle = useCaseTitle()
  const { data } = useInfiniteQuery(casesQuery(useApi(), undefined, 'mine'))
  const cases = data?.pages.flatMap((page) => page.cases) ?? []
  return (
    <SelectField
      label={t('conversation.case')}
      help={t('conversation.case_help')}
      value={value}
      error={isMissing && t('conversation.case_missing')}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('choose')}</option>
      {cases.map((one) => (
        <option key={one.id} value={one.id}>
          {one.number} · {caseTitle(one)}
        </option>
      ))}
    </SelectField>
  )
}

type Reason = {
  reason: string
  text: string
  case_id: string
  note?: string
  tell_after_days?: number
}

/** Opens the conversation, once for what is typed. */
function useOpening(id: string, onOpened: (opened: Opened) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { run, dialog } = useConfirmed()
  const keyOf = useKeyOf()
  const open = useMutation({
    mutationFn: (reason: Reason) => {
      const idempotencyKey = keyOf(reason)
      return run(() =>
        api.call('POST /api/operator/conversations/{id}/open', {
          params: { id },
          // The contract checks the reason.
          body: reason as Reason & { reason: 'legal' },
          idempotencyKey,
        }),
      )
    },
    onSuccess: (opened) => {
      void refreshCases(queryClient)
      onOpened(opened)
    },
  })
  return { open, dialog }
}
