import { useRef } from 'react'
import type { WorkingInterval } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon, drawn } from '#web/ui/pictures/icons.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { choicesOf, copiedToWeekdays, firstWorkingDay, startingAt, withBreak } from './edit-plan.ts'
import { useTimeTexts } from './time-texts.ts'

type Plan = readonly WorkingInterval[]

const PlusIcon = drawn(<path d="M12 5v14M5 12h14" />)

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]
/** Monday to Friday, 8 AM to 5 PM: one press saves these hours. */
const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))

type PlanPartProps = {
  plan: Plan | null
  onChange: (plan: WorkingInterval[] | null) => void
  onSave: (change: { plan: WorkingInterval[] }) => void
}

/** The weekly plan: a row a day. rule: working-hours */
export function PlanPart({ plan, onChange, onSave }: PlanPartProps) {
  const { t } = useTranslation('time')
  const intervals = plan ?? []
  const firstDay = firstWorkingDay(intervals)
  return (
    <section aria-label={t('plan.title')} className="flex flex-col gap-2">
      {!plan && (
        <div className="card flex flex-col items-start gap-3 p-4">
          <p className="font-medium">{t('plan.empty')}</p>
          <Button onClick={() => onSave({ plan: WEEKDAYS })}>{t('plan.weekdays')}</Button>
        </div>
      )}
      <div className="@container card divide-y divide-line px-3">
        {ALL_DAYS.map((weekday) => (
          <Day
            key={weekday}
            weekday={weekday}
            day={intervals.filter((interval) => interval.weekday === weekday)}
            onChange={(day) =>
              onChange([...intervals.filter((one) => one.weekday !== weekday), ...day])
            }
          />
        ))}
      </div>
      <div className="-mx-4 flex flex-wrap">
        {firstDay !== undefined && (
          <Button look="link" onClick={() => onChange(copiedToWeekdays(intervals, firstDay))}>
            {t('plan.copy')}
          </Button>
        )}
        {plan && (
          <Button look="link" onClick={() => onChange(null)}>
            {t('plan.forget')}
          </Button>
        )}
      </div>
    </section>
  )
}

type DayProps = { weekday: number; day: Plan; onChange: (day: Plan) => void }

function Day({ weekday, day, onChange }: DayProps) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const switchRef = useRef<HTMLInputElement>(null)
  const name = texts.weekday(weekday)
  const parted = withBreak(day)
  return (
    <fieldset className="-mr-3 py-1">
      <legend className="sr-only">{name}</legend>
      <div className={GRID}>
        <label className="col-span-3 flex min-h-11 items-center gap-1.5 font-medium @min-[19.5rem]:col-span-1">
          <input
            ref={switchRef}
            type="checkbox"
            className="size-5 shrink-0"
            checked={day.length > 0}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [{ weekday, from: '09:00', to: '17:00' }] : [])
            }
          />
          <span aria-hidden="true" className="first-letter:uppercase sm:hidden">
            {texts.shortWeekday(weekday)}
          </span>
          <span className="max-sm:sr-only">{name}</span>
        </label>
        {day.length === 0 && <span className="col-span-3 text-soft">{t('plan.not_working')}</span>}
        {day.map((interval, position) => (
          <Stretch
            key={position}
            day={day}
            position={position}
            name={name}
            onChange={(next) => onChange(day.with(position, next))}
            onRemove={() => {
              onChange(day.toSpliced(position, 1))
              switchRef.current?.focus()
            }}
            onPart={parted && (() => onChange(parted))}
            hours={texts.hours(interval.from, interval.to)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The day, two times and a button. Where there is no room for the times beside the day, they stand below it. */
const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_2.75rem] items-center gap-x-0.5 gap-y-1 @min-[19.5rem]:grid-cols-[minmax(3.75rem,1fr)_minmax(0,7rem)_auto_minmax(0,7rem)_2.75rem]'
const START = 'col-start-1 @min-[19.5rem]:col-start-2'
const ICON_BUTTON =
  'grid size-11 place-items-center rounded-md text-soft hover:bg-mint hover:text-ink'

type StretchProps = {
  day: Plan
  position: number
  name: string
  hours: string
  onChange: (interval: WorkingInterval) => void
  onRemove: () => void
  /** Parts the last hours of the day by a break; undefined if none fits. */
  onPart: (() => void) | undefined
}

/**
 * Two times of a day. Beside the first stands the button for a break. Those after a break can be removed; the switch of
 * the day removes all.
 */
function Stretch({ day, position, name, hours, onChange, onRemove, onPart }: StretchProps) {
  const { t } = useTranslation('time')
  const interval = day[position]!
  const { starts, ends } = choicesOf(day, position)
  return (
    <>
      <TimeSelect
        className={START}
        label={t('plan.from', { day: name })}
        value={interval.from}
        times={starts}
        onChange={(from) => onChange(startingAt(day, position, from))}
      />
      <span aria-hidden="true">–</span>
      <TimeSelect
        label={t('plan.to', { day: name })}
        value={interval.to}
        times={ends}
        onChange={(to) => onChange({ ...interval, to })}
      />
      {position > 0 ? (
        <button
          type="button"
          aria-label={t('plan.remove', { hours, day: name })}
          className={ICON_BUTTON}
          onClick={onRemove}
        >
          <CloseIcon className="size-4" />
        </button>
      ) : onPart ? (
        <button
          type="button"
          aria-label={t('plan.break_on', { day: name })}
          className={ICON_BUTTON}
          onClick={onPart}
        >
          <PlusIcon className="size-4" />
        </button>
      ) : (
        <span />
      )}
    </>
  )
}

type TimeSelectProps = {
  className?: string
  label: string
  value: string
  times: readonly string[]
  onChange: (time: string) => void
}

function TimeSelect({ className, label, value, times, onChange }: TimeSelectProps) {
  const texts = useTimeTexts()
  return (
    <span className={classNames('min-w-0', className)}>
      <Select
        short
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {times.map((time) => (
          <option key={time} value={time}>
            {texts.time(time)}
          </option>
        ))}
      </Select>
    </span>
  )
}
