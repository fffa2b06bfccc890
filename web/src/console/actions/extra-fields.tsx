import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import type { ConsoleAction, Extra } from './actions.api.ts'

const OUTCOMES = ['for_client', 'for_professional', 'shared'] as const
const VISITS = ['keep', 'cancel'] as const

/** The first values of an action's own fields. */
export function extraOf(action: ConsoleAction): Extra {
  if (action === 'suspend') return { visits: 'keep' }
  if (action === 'decide') return { outcome: 'for_client' }
  return action === 'credits' ? { amount: 1 } : {}
}

/** Whether a field that has to be filled is not. */
export function isExtraWrong(action: ConsoleAction, { subject = '', amount }: Extra): boolean {
  if (action === 'message') return subject.trim() === ''
  return action === 'credits' && !(Number.isInteger(amount) && amount !== 0)
}

type ExtraFieldsProps = {
  action: ConsoleAction
  extra: Extra
  /** Whether what is missing is said. */
  isSubmitted: boolean
  onChange: (extra: Extra) => void
}

/** The fields that an action has beside reason, text and note. */
export function ExtraFields({ action, extra, isSubmitted, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation(['console_cases', 'problems'])
  if (action === 'suspend')
    return (
      <>
        <SelectField
          label={t('extra.visits')}
          value={extra.visits}
          onChange={({ target }) => onChange({ ...extra, visits: target.value as 'keep' })}
        >
          {VISITS.map((visits) => (
            <option key={visits} value={visits}>
              {t(`extra.visits_${visits}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('extra.until')}
          help={t('extra.until_help')}
          type="date"
          onChange={({ target }) => onChange(withUntil(extra, target.value))}
        />
      </>
    )
  if (action === 'credits')
    return (
      <TextField
        label={t('extra.amount')}
        help={t('extra.amount_help')}
        type="number"
        min={-50}
        max={50}
        error={isSubmitted && isExtraWrong(action, extra) && t('extra.amount_wrong')}
        value={Number.isNaN(extra.amount) ? '' : extra.amount}
        onChange={({ target }) => onChange({ ...extra, amount: target.valueAsNumber })}
      />
    )
  if (action === 'message')
    return (
      <TextField
        label={t('extra.subject')}
        maxLength={120}
        error={isSubmitted && isExtraWrong(action, extra) && t('extra.subject_missing')}
        value={extra.subject ?? ''}
        onChange={({ target }) => onChange({ ...extra, subject: target.value })}
      />
    )
  if (action === 'decide')
    return (
      <SelectField
        label={t('extra.outcome')}
        value={extra.outcome}
        onChange={({ target }) => onChange({ ...extra, outcome: target.value as 'shared' })}
      >
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`problems:outcome.${outcome}`)}
          </option>
        ))}
      </SelectField>
    )
  return null
}

/** The suspension ends at the beginning of the day. */
function withUntil({ visits }: Extra, day: string): Extra {
  const until = day === '' ? {} : { until: new Date(`${day}T00:00`).toISOString() }
  return { ...(visits && { visits }), ...until }
}
