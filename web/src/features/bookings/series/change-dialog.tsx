import { useState } from 'react'
import { formatDate } from '#contract/date-formats.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { SERIES_FREQUENCIES } from '#contract/calendar/time-rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Series } from '#contract/bookings/series.ts'
import { Refusal } from '#web/api/client.ts'
import { useBookingProblemText } from '../one/booking-problem-text.ts'
import { useSeriesTexts } from '../dialog/series-texts.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { changeOf, termsAt } from './change-fields.ts'
import type { Fields } from './change-fields.ts'
import { useProposeChange } from './series.api.ts'
import { firstNameOfOther } from './other-side.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

const FIELD_REFUSALS = {
  from_date: ['series_date_invalid', 'booking_started'],
  cleaning_frequency: ['frequency_invalid'],
  booking_time: ['time_invalid'],
  estimated_hours: ['hours_invalid', 'hours_below_minimum', 'extras_too_long'],
  hourly_rate: ['rate_notice', 'hourly_rate_invalid'],
} as const satisfies Record<string, readonly RefusalCode[]>
type FieldName = keyof typeof FIELD_REFUSALS

type Problem = Partial<Record<FieldName | 'other', string>>

type ChangeDialogProps = {
  series: Series
  /** The date of the first visit that changes. */
  from: string
  onClose: () => void
}

/** Proposes other terms from a visit on; only the professional a rate. rule: series-changes */
export function ChangeDialog({ series, from, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('series')
  const propose = useProposeChange(series.id)
  const problem = useProblem(propose.error)
  const isProfessional = series.client_details !== undefined
  const [opened] = useState(() => termsAt(series, from))
  const [fields, setFields] = useState<Fields>(opened)
  const set = (change: Partial<Fields>) => setFields((old) => ({ ...old, ...change }))
  const send = async () => {
    try {
      const { series: after } = await propose.mutateAsync(
        changeOf(opened, fields, { isProfessional }),
      )
      // A lower rate alone holds without an answer.
      toast.success(t(after.change ? 'change.sent' : 'change.held'))
      onClose()
    } catch {
      // The dialog shows `propose.error`.
    }
  }
  return (
    <FormDialog
      title={t('change.title')}
      height="full"
      submit={t('change.send')}
      busy={propose.isPending}
      back={t('change.back')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className="text-soft">{t('change.help', { name: firstNameOfOther(series) })}</p>
      {problem.other && <MessageBox tone="problem">{problem.other}</MessageBox>}
      <TermsFields
        fields={fields}
        minHours={series.min_hours}
        problem={problem}
        set={set}
        isProfessional={isProfessional}
      />
    </FormDialog>
  )
}

type TermsFieldsProps = {
  fields: Fields
  minHours: number
  problem: Problem
  isProfessional: boolean
  set: (change: Partial<Fields>) => void
}

function TermsFields({ fields, minHours, problem, isProfessional, set }: TermsFieldsProps) {
  const { t, i18n } = useTranslation(['series', 'bookings', 'search'])
  const texts = useSeriesTexts()
  return (
    <>
      <TextField
        type="date"
        label={t('change.from')}
        required
        help={fields.from_date && formatDate(i18n.language, fields.from_date)}
        value={fields.from_date}
        error={problem.from_date}
        onChange={({ currentTarget }) => set({ from_date: currentTarget.value })}
      />
      <SelectField
        label={t('bookings:book.frequency')}
        value={fields.cleaning_frequency}
        error={problem.cleaning_frequency}
        onChange={({ currentTarget: { value } }) => {
          const frequency = SERIES_FREQUENCIES.find((one) => one === value)
          if (frequency) set({ cleaning_frequency: frequency })
        }}
      >
        {SERIES_FREQUENCIES.map((frequency) => (
          <option key={frequency} value={frequency}>
            {t(`search:frequencies.${frequency}`)}
          </option>
        ))}
      </SelectField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t('change.weekday')}
          value={fields.weekday}
          onChange={({ currentTarget }) => set({ weekday: Number(currentTarget.value) })}
        >
          {WEEKDAYS.map((weekday) => (
            <option key={weekday} value={weekday}>
              {texts.weekday(weekday)}
            </option>
          ))}
        </SelectField>
        <TextField
          type="time"
          label={t('bookings:book.time')}
          required
          value={fields.booking_time}
          error={problem.booking_time}
          onChange={({ currentTarget }) => set({ booking_time: currentTarget.value })}
        />
      </div>
      <SelectField
        label={t('bookings:book.hours')}
        value={fields.estimated_hours}
        error={problem.estimated_hours}
        onChange={({ currentTarget }) => set({ estimated_hours: Number(currentTarget.value) })}
      >
        {BOOKING_HOURS.map((hours) => (
          <option key={hours} value={hours} disabled={hours < minHours}>
            {t('bookings:hours', { count: hours })}
          </option>
        ))}
      </SelectField>
      {isProfessional && (
        <TextField
          type="number"
          inputMode="decimal"
          step="0.01"
          label={t('change.rate')}
          help={t('change.rate_help')}
          value={fields.hourly_rate}
          error={problem.hourly_rate}
          onChange={({ currentTarget }) => set({ hourly_rate: currentTarget.value })}
        />
      )}
    </>
  )
}

/** The refusal at its field, or above all. */
function useProblem(error: Error | null): Problem {
  const { t } = useTranslation('series')
  const problemText = useBookingProblemText()
  if (!error) return {}
  const code = error instanceof Refusal ? error.code : undefined
  // The form cannot send anything else that is invalid: nothing differs from what holds.
  if (code === 'invalid_input') return { other: t('change.unchanged') }
  const names = Object.keys(FIELD_REFUSALS) as FieldName[]
  const field = names.find((name) => FIELD_REFUSALS[name].some((known) => known === code))
  return { [field ?? 'other']: problemText(error) }
}
