import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { DAY_PARTS } from '#contract/calendar/time-rules.ts'
import type { DayPart } from '#contract/calendar/time-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'
import type { Filters } from './filters.ts'
import { NO_TIME, searchDate } from './read-filters.ts'
import { useWhenTexts } from './when-texts.ts'

/** The starts that the field offers: from 6:00 AM to 9:30 PM. */
const TIMES = Array.from({ length: 32 }, (_, index) => {
  const half = 12 + index
  return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
})

type WhenProps = {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
}

/** Date, time of the day and length of the visit. Without a date the others cannot be chosen. rule: search-by-time */
export default function WhenFields({ filters, onChange }: WhenProps) {
  const { t } = useTranslation(['results', 'find', 'marketplace'])
  const texts = useWhenTexts()
  // The server and the browser may have different dates.
  const min = useHydrated() ? searchDate(0) : undefined
  const { date, time, part, hours } = filters
  const times = time && !TIMES.includes(time) ? [...TIMES, time].toSorted() : TIMES
  return (
    <>
      <TextField
        label={t('when')}
        type="date"
        name="date"
        min={min}
        value={date}
        onChange={({ target }) => onChange(target.value ? { date: target.value } : NO_TIME)}
      />
      <SelectField
        label={t('marketplace:time')}
        value={time || part}
        disabled={!date}
        onChange={({ target }) => onChange(timeOrPart(target.value))}
      >
        <option value="">{date ? t('any_time') : t('date_first')}</option>
        {DAY_PARTS.map((one) => (
          <option key={one} value={one}>
            {t(`find:parts.${one}`)}
          </option>
        ))}
        {times.map((one) => (
          <option key={one} value={one}>
            {texts.time(one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('marketplace:hours')}
        name="hours"
        value={hours || String(DEFAULT_BOOKING_HOURS)}
        disabled={!date}
        onChange={({ target }) => onChange({ hours: lengthOf(target.value) })}
      >
        {BOOKING_HOURS.map((one) => (
          <option key={one} value={one}>
            {texts.hours(one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function timeOrPart(value: string): Pick<Filters, 'time' | 'part'> {
  return value.includes(':') ? { time: value, part: '' } : { time: '', part: value as DayPart | '' }
}

/** The default is not in the address. */
function lengthOf(value: string): string {
  return value === String(DEFAULT_BOOKING_HOURS) ? '' : value
}
