import { useRef, useState } from 'react'
import type { Ref } from 'react'
import { PROBLEM_TEXT_LENGTH } from '#contract/visits/problem-rules.ts'
import type { Problem } from '#contract/visits/problems.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { bookableDays } from '#web/features/bookings/times/today.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { useUser } from '#web/session/session.ts'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useAnswerProblem } from './problems.api.ts'

type Draft = { statement: string; offers: boolean; date: string; time: string; hours: number }
const EMPTY: Draft = { statement: '', offers: false, date: '', time: '', hours: 1 }

/**
 * The other side writes an answer, and can offer a re-clean. What was typed survives a reload. rule: problem-moves,
 * reclean, problems
 */
export default function AnswerForm({
  problem,
  onClose,
}: {
  problem: Problem
  onClose: () => void
}) {
  const { t } = useTranslation(['problems', 'bookings', 'errors'])
  const refusalText = useRefusalText()
  const send = useAnswerProblem(problem.id)
  const isNoShow = problem.kind === 'no_show'
  const draft = formDraft<Draft>(useUser()?.id ?? '', `answer.${problem.id}`, 'browser')
  const [fields, setFields] = useState<Draft>(() => draft.fields() ?? EMPTY)
  const { statement, offers, date, time, hours } = fields
  const change = (changed: Partial<Draft>) => {
    setFields({ ...fields, ...changed })
    draft.save({ ...fields, ...changed })
  }
  const [isChecked, setIsChecked] = useState(false)
  const statementField = useRef<HTMLTextAreaElement>(null)
  const dateField = useRef<HTMLInputElement>(null)
  const timeField = useRef<HTMLInputElement>(null)
  const isShort = statement.trim().length < PROBLEM_TEXT_LENGTH.min
  const submit = async () => {
    setIsChecked(true)
    if (isShort) return statementField.current?.focus()
    if (offers && !date) return dateField.current?.focus()
    if (offers && !time) return timeField.current?.focus()
    const reclean = { booking_date: date, booking_time: time, estimated_hours: hours }
    try {
      await send.mutateAsync({
        statement,
        ...(isNoShow ? { accepts: false } : {}),
        ...(offers ? { reclean } : {}),
      })
      draft.clear()
      toast.success(t('answer_form.sent'))
      onClose()
    } catch {
      // The dialog shows `send.error`.
    }
  }
  return (
    <FormDialog
      title={t('answer_form.title')}
      submit={t('answer_form.send')}
      busy={send.isPending}
      back={t('report.cancel')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {send.isError && <MessageBox tone="problem">{refusalText(send.error)}</MessageBox>}
      <TextareaField
        ref={statementField}
        label={t('answer')}
        help={t('answer_form.help', { name: firstNameOf(problem.visit.other.name) })}
        required
        rows={5}
        maxLength={PROBLEM_TEXT_LENGTH.max}
        value={statement}
        error={isChecked && isShort ? t('too_short') : undefined}
        onChange={(event) => change({ statement: event.target.value })}
      />
      {!isNoShow && (
        <CheckField
          label={t('reclean.offer')}
          checked={offers}
          onChange={(isChosen) => change({ offers: isChosen })}
        />
      )}
      {offers && (
        <RecleanFields {...{ fields, isChecked, dateField, timeField }} onChange={change} />
      )}
    </FormDialog>
  )
}

type RecleanFieldsProps = {
  fields: Draft
  /** Whether problems are shown, which is after the first try to send. */
  isChecked: boolean
  dateField: Ref<HTMLInputElement>
  timeField: Ref<HTMLInputElement>
  onChange: (changed: Partial<Draft>) => void
}

/** When the professional would repair the work. */
function RecleanFields(props: RecleanFieldsProps) {
  const { fields, isChecked, dateField, timeField, onChange } = props
  const { t } = useTranslation(['problems', 'bookings', 'errors'])
  const { date, time, hours } = fields
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-2 text-sm text-soft">{t('reclean.free')}</legend>
      <TextField
        ref={dateField}
        label={t('bookings:book.date')}
        type="date"
        required
        {...bookableDays()}
        value={date}
        error={isChecked && !date ? t('errors:date_invalid') : undefined}
        onChange={(event) => onChange({ date: event.target.value })}
      />
      <TextField
        ref={timeField}
        label={t('bookings:book.time')}
        type="time"
        required
        help={t('bookings:book.time_help')}
        value={time}
        error={isChecked && !time ? t('errors:time_invalid') : undefined}
        onChange={(event) => onChange({ time: event.target.value })}
      />
      <SelectField
        label={t('reclean.hours')}
        value={hours}
        onChange={(event) => onChange({ hours: Number(event.target.value) })}
      >
        {BOOKING_HOURS.map((one) => (
          <option key={one} value={one}>
            {t('bookings:hours', { count: one })}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
