import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ACTION_NOTE_MAX, ACTION_TEXT_MAX, OPENING_TEXT_MIN } from '#contract/action-reasons.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { casesQuery, refreshCases } from '../cases/cases.api.ts'
import { useCaseTitle } from '../log-words.ts'
import { Failure } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { reasonsQuery } from './actions.api.ts'
import { LetterPreview } from './letter-preview.tsx'

export type Opened = Answer<'POST /api/operator/conversations/{id}/open'>
/** The days after which both are told, if nothing else is chosen for a legal reason. */
const DAYS_USUAL = 3
const DAYS_MAX = 30

type ConversationDialogProps = {
  id: string
  /** One of the two, in whose language the letter is shown. */
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
    reason: said.reason === '',
    text: said.text.trim().length < OPENING_TEXT_MIN,
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
        <WhyFields {...{ said, days, wrong, isSubmitted, set, setDays }} />
      </FormDialog>
      {dialog}
    </>
  )
}

type WhyFieldsProps = {
  said: { reason: string; text: string; note: string }
  days: number
  wrong: { reason: boolean; text: boolean; days: boolean }
  isSubmitted: boolean
  set: (change: { reason?: string; text?: string; note?: string }) => void
  setDays: (days: number) => void
}

function WhyFields({ said, days, wrong, isSubmitted, set, setDays }: WhyFieldsProps) {
  const { t } = useTranslation('console_cases')
  const reasons = useQuery(reasonsQuery(useApi())).data?.open ?? []
  return (
    <>
      <SelectField
        label={t('facts.reason')}
        value={said.reason}
        error={isSubmitted && wrong.reason && t('reason_required')}
        onChange={({ target }) => set({ reason: target.value })}
      >
        <option value="">{t('choose')}</option>
        {reasons.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      {said.reason === 'legal' && (
        <TextField
          label={t('conversation.days')}
          help={t('conversation.days_help')}
          type="number"
          min={0}
          max={DAYS_MAX}
          value={Number.isNaN(days) ? '' : days}
          error={isSubmitted && wrong.days && t('conversation.days_wrong')}
          onChange={({ target }) => setDays(target.valueAsNumber)}
        />
      )}
      <TextareaField
        label={t('facts.text')}
        help={t('conversation.text_help')}
        rows={4}
        maxLength={ACTION_TEXT_MAX}
        value={said.text}
        error={isSubmitted && wrong.text && t('too_short', { count: OPENING_TEXT_MIN })}
        onChange={({ target }) => set({ text: target.value })}
      />
      <TextareaField
        label={t('facts.note')}
        help={t('note_help')}
        rows={2}
        maxLength={ACTION_NOTE_MAX}
        value={said.note}
        onChange={({ target }) => set({ note: target.value })}
      />
    </>
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
  const sent = useRef({ body: '', key: '' })
  const open = useMutation({
    mutationFn: (reason: Reason) => {
      const body = JSON.stringify(reason)
      if (sent.current.body !== body) sent.current = { body, key: crypto.randomUUID() }
      const { key: idempotencyKey } = sent.current
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
