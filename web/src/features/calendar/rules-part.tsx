import { useId, useState } from 'react'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Rules } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'

const PAUSES = Array.from({ length: 17 }, (_, index) => index * 15)
const UP_TO = { max_visits_a_day: 12, max_hours_a_day: 16 } as const

type RulesPartProps = { rules: Rules; isChanged: boolean; onChange: (rules: Rules) => void }

/** The rules that bind new visits. rule: visit-rules */
export function RulesPart({ rules, isChanged, onChange }: RulesPartProps) {
  const { t } = useTranslation('time')
  const ruleText = useRuleText()
  const set = (change: Partial<Rules>) => onChange({ ...rules, ...change })
  return (
    <FoldedPart title={t('rules.title')} help={t('rules.help')} open={isChanged}>
      <div className="flex w-full flex-col gap-5">
        <RuleSelect
          label={t('rules.buffer_minutes')}
          help={t('rules.buffer_help')}
          value={rules.buffer_minutes}
          choices={PAUSES}
          textOf={(value) => ruleText({ ...rules, buffer_minutes: value ?? 0 }, 'buffer_minutes')}
          onChange={(value) => set({ buffer_minutes: value ?? 0 })}
        />
        <Switch
          label={t('rules.travel')}
          help={t('rules.travel_help')}
          checked={rules.travel}
          onChange={(travel) => set({ travel })}
        />
        <Limits rules={rules} set={set} />
        <RuleSelect
          label={t('rules.min_hours')}
          value={rules.min_hours}
          choices={BOOKING_HOURS}
          textOf={(value) => t('rules.hours', { count: value ?? 1 })}
          onChange={(value) =>
            set({ min_hours: BOOKING_HOURS.find((hours) => hours === value) ?? 1 })
          }
        />
        <Switch
          label={t('rules.only_inside_hours')}
          help={t('rules.only_help')}
          checked={rules.only_inside_hours}
          onChange={(only_inside_hours) => set({ only_inside_hours })}
        />
        <Switch
          label={t('rules.over_breaks')}
          help={t('rules.over_breaks_help')}
          checked={rules.over_breaks}
          onChange={(over_breaks) => set({ over_breaks })}
        />
      </div>
    </FoldedPart>
  )
}

type LimitsProps = { rules: Rules; set: (change: Partial<Rules>) => void }

/** Fields for how soon, how far ahead and how much on one day clients can book. */
function Limits({ rules, set }: LimitsProps) {
  const { t } = useTranslation('time')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label={t('rules.notice_hours')}
        help={t('rules.notice_help')}
        value={rules.notice_hours}
        onChange={(notice_hours) => set({ notice_hours })}
      />
      <NumberField
        label={t('rules.horizon_days')}
        help={t('rules.horizon_help')}
        value={rules.horizon_days}
        onChange={(horizon_days) => set({ horizon_days })}
      />
      {(['max_visits_a_day', 'max_hours_a_day'] as const).map((name) => (
        <RuleSelect
          key={name}
          label={t(`rules.${name}`)}
          value={rules[name]}
          choices={[null, ...Array.from({ length: UP_TO[name] }, (_, index) => index + 1)]}
          textOf={(value) => (value === null ? t('rules.no_limit') : String(value))}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
    </div>
  )
}

/** The value of a rule as people read it. */
export function useRuleText() {
  const { t } = useTranslation('time')
  return (rules: Rules, name: keyof Rules): string => {
    const value = rules[name]
    if (typeof value === 'boolean') return value ? t('rules.yes') : t('rules.no')
    if (value === null) return t('rules.no_limit')
    if (name !== 'buffer_minutes') return String(value)
    return value === 0 ? t('rules.no_pause') : t('rules.minutes', { minutes: value })
  }
}

type RuleSelectProps = {
  label: string
  help?: string
  value: number | null
  choices: readonly (number | null)[]
  textOf: (value: number | null) => string
  onChange: (value: number | null) => void
}

function RuleSelect({ label, help, value, choices, textOf, onChange }: RuleSelectProps) {
  return (
    <SelectField
      label={label}
      help={help}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    >
      {choices.map((choice) => (
        <option key={choice ?? 'none'} value={choice ?? ''}>
          {textOf(choice)}
        </option>
      ))}
    </SelectField>
  )
}

type NumberFieldProps = {
  label: string
  help: string
  value: number
  onChange: (value: number) => void
}

function NumberField({ label, help, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  return (
    <TextField
      label={label}
      help={help}
      inputMode="numeric"
      value={Number(typed) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, 4)
        setTyped(digits)
        onChange(Number(digits))
      }}
    />
  )
}

type SwitchProps = {
  label: string
  help: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Switch({ label, help, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={id}
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      <p id={id} className="text-sm text-soft">
        {help}
      </p>
    </div>
  )
}
