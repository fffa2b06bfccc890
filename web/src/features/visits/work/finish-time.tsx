import { ACTUAL_MINUTES } from '#contract/bookings/hour-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { durationText } from '#contract/calendar/duration-text.ts'
import type { StagePress } from '../day/press-queue.ts'
import { workedMinutes } from './worked-minutes.ts'

type FinishTimeProps = {
  visit: Visit
  presses: readonly StagePress[]
  now: Date
  /** The minutes that the professional chose. Undefined: the server computes them from the presses. */
  actual: number | undefined
  onActual: (minutes: number | undefined) => void
}

/** How long the visit took, asked with 'Finish'. rule: settle-hours */
export function FinishTime({ visit, presses, now, actual, onActual }: FinishTimeProps) {
  const { t } = useTranslation('hours')
  const worked = workedMinutes(visit, presses, now)
  return (
    <SelectField
      label={t('finish.time')}
      // A re-clean costs nothing however long it takes, so nobody is asked.
      help={
        visit.reclean_of === null &&
        t('finish.help', { booked: durationText(visit.estimated_hours * 60) })
      }
      value={actual ?? worked ?? ''}
      onChange={({ target }) => onActual(Number(target.value) || undefined)}
    >
      {worked === undefined && <option value="">{t('finish.from_presses')}</option>}
      <DurationOptions most={ACTUAL_MINUTES.max} />
    </SelectField>
  )
}

/** The times that can be chosen, in steps, up to `most`. */
export function DurationOptions({ most }: { most: number }) {
  const { min, step } = ACTUAL_MINUTES
  return Array.from({ length: Math.floor((most - min) / step) + 1 }, (_, index) => {
    const minutes = min + index * step
    return (
      <option key={minutes} value={minutes}>
        {durationText(minutes)}
      </option>
    )
  })
}
