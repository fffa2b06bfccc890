import { useRef, useState } from 'react'
import type { TimeDocument, WorkingInterval } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { Affected } from './affected.tsx'
import { addedInterval, copiedToWeekdays, firstWorkingDay } from './edit-plan.ts'
import { HALF_HOURS } from './half-hours.ts'
import { Part } from '#web/ui/part.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { SaveState } from './save-state.tsx'
import { useTimeTexts } from './time-texts.ts'
import { useSavePart } from './time.api.ts'
import type { Times } from './time.api.ts'

type Plan = readonly WorkingInterval[]

/** Monday to Friday, 8 AM to 5 PM: one press saves these hours. */
const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))

/** The weekly plan. rule: working-hours */
export function PlanPart({ times, shown }: { times: Times; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const [plan, setPlan] = useState<Plan>(shown.plan ?? [])
  const { mutate, isPending, variables, error, data, conflict, endConflict, reset } = useSavePart({
    times,
    shown,
    field: 'plan',
  })
  const firstDay = firstWorkingDay(plan)
  const savedLines = (saved: Plan | null) =>
    saved?.map(
      ({ weekday, from, to }) => `${texts.weekday(weekday)}: ${texts.hours(from, to)}`,
    ) ?? [t('plan.none')]
  const save = (saved: WorkingInterval[] | null) =>
    mutate({ plan: saved }, { onSuccess: (now) => setPlan(now.plan ?? []) })
  return (
    <>
      <Part title={t('plan.title')} help={t('plan.help')}>
        {!shown.plan && (
          <div className="card flex flex-col items-start gap-3 p-4">
            <p className="font-medium">{t('plan.empty')}</p>
            <Button disabled={isPending} onClick={() => save(WEEKDAYS)}>
              {t('plan.weekdays')}
            </Button>
          </div>
        )}
        <SaveState
          error={error}
          savedNow={conflict && savedLines(conflict.plan)}
          onTake={() => {
            setPlan(conflict?.plan ?? [])
            endConflict()
            reset()
          }}
        />
        {data && <Affected saved={data} />}
        <div className="flex flex-col">
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <Day
              key={weekday}
              weekday={weekday}
              plan={plan}
              onChange={setPlan}
              onCopy={
                weekday === firstDay ? () => setPlan(copiedToWeekdays(plan, weekday)) : undefined
              }
            />
          ))}
        </div>
      </Part>
      <div
        className={`${PHONE_BAR} flex flex-wrap gap-3 max-sm:border-t max-sm:border-line max-sm:bg-paper lg:ml-[18.5rem]`}
      >
        <Button
          className="max-sm:grow"
          busy={isPending && variables.plan !== null}
          disabled={isPending}
          onClick={() => save([...plan])}
        >
          {t('plan.save')}
        </Button>
        {shown.plan && (
          <Button
            look="quiet"
            className="max-sm:grow"
            busy={isPending && variables.plan === null}
            disabled={isPending}
            onClick={() => save(null)}
          >
            {t('plan.forget')}
          </Button>
        )}
      </div>
    </>
  )
}

type DayProps = {
  weekday: number
  plan: Plan
  onChange: (plan: Plan) => void
  /** Copies the hours to Monday to Friday. Only the first working day has this. */
  onCopy: (() => void) | undefined
}

function Day({ weekday, plan, onChange, onCopy }: DayProps) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const addButton = useRef<HTMLButtonElement>(null)
  const day = texts.weekday(weekday)
  const intervals = plan.filter((interval) => interval.weekday === weekday)
  const added = addedInterval(weekday, intervals)
  const replace = (old: WorkingInterval, next: WorkingInterval[]) =>
    onChange(plan.flatMap((interval) => (interval === old ? next : [interval])))
  return (
    <fieldset className="flex flex-col gap-2 border-b border-line py-3 first:pt-0">
      <legend className="float-left w-full font-medium">{day}</legend>
      {intervals.length === 0 && <p className="text-soft">{t('plan.not_working')}</p>}
      {intervals.map((interval, position) => (
        <div key={position} className="flex items-center gap-2">
          <TimeSelect
            label={t('plan.from', { day })}
            value={interval.from}
            times={HALF_HOURS.slice(0, -1)}
            onChange={(from) => replace(interval, [{ ...interval, from }])}
          />
          <span aria-hidden="true">–</span>
          <TimeSelect
            label={t('plan.to', { day })}
            value={interval.to}
            times={HALF_HOURS.slice(1)}
            onChange={(to) => replace(interval, [{ ...interval, to }])}
          />
          <button
            type="button"
            aria-label={t('plan.remove', { hours: texts.hours(interval.from, interval.to), day })}
            className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-mint hover:text-ink"
            onClick={() => {
              replace(interval, [])
              addButton.current?.focus()
            }}
          >
            <CloseIcon className="size-4" />
          </button>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={addButton}
          look="quiet"
          aria-label={t('plan.add_on', { day })}
          aria-disabled={!added || undefined}
          onClick={() => added && onChange([...plan, added])}
        >
          {t('plan.add')}
        </Button>
        {onCopy && (
          <Button look="link" onClick={onCopy}>
            {t('plan.copy')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type TimeSelectProps = {
  label: string
  value: string
  times: readonly string[]
  onChange: (time: string) => void
}

function TimeSelect({ label, value, times, onChange }: TimeSelectProps) {
  const texts = useTimeTexts()
  return (
    <Select
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
  )
}
