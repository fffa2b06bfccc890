import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EXCEPTION_NOTE_LENGTH_MAX } from '#contract/calendar/time-rules.ts'
import type { TimeDocument, TimeException } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { Affected } from './affected.tsx'
import { HALF_HOURS } from './half-hours.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { SaveState } from './save-state.tsx'
import { useTimeTexts } from './time-texts.ts'
import type { Times } from './time.api.ts'

/** Days off and extra hours. rule: working-hours */
export function ExceptionsPart({ times, shown }: { times: Times; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const list = useRef<HTMLDivElement>(null)
  const texts = useTimeTexts()
  const removal = useMutation({ mutationFn: times.removeException })
  const [next] = shown.exceptions
  return (
    <FoldedPart
      title={t('exceptions.title')}
      fact={next && texts.date(next.from_date)}
      help={t('exceptions.help')}
    >
      <SaveState error={removal.error} savedNow={undefined} onTake={removal.reset} />
      <div ref={list} tabIndex={-1} className="w-full">
        {shown.exceptions.length === 0 && <p className="text-soft">{t('exceptions.none')}</p>}
        <ul className="flex flex-col">
          {shown.exceptions.map((exception) => (
            <Exception
              key={exception.id}
              exception={exception}
              hasPlan={shown.plan !== null}
              isRemoving={removal.isPending && removal.variables === exception.id}
              onRemove={() => {
                // The button goes with the row, so the list takes the focus.
                removal.mutate(exception.id, { onSuccess: () => list.current?.focus() })
              }}
            />
          ))}
        </ul>
      </div>
      <NewException times={times} hasPlan={shown.plan !== null} />
    </FoldedPart>
  )
}

type ExceptionProps = {
  exception: TimeException
  hasPlan: boolean
  isRemoving: boolean
  onRemove: () => void
}

function Exception({ exception, hasPlan, isRemoving, onRemove }: ExceptionProps) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const { kind, from_date, to_date, from, to, note } = exception
  const dates =
    from_date === to_date
      ? texts.date(from_date)
      : t('exceptions.dates', { from: texts.date(from_date), to: texts.date(to_date) })
  const hours = from && to ? texts.hours(from, to) : t('exceptions.all_day')
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0 break-words">
        <p className="font-medium">{dates}</p>
        <p className="text-sm text-soft">
          {t(`exceptions.${kind}`)}, {hours}
          {note && <span className="block">{note}</span>}
        </p>
        {!hasPlan && needsPlan(exception) && <PlanFirst />}
      </div>
      <Button
        look="quiet"
        busy={isRemoving}
        aria-label={t('exceptions.remove', { what: `${dates}, ${hours}` })}
        onClick={onRemove}
      >
        {t('exceptions.remove_short')}
      </Button>
    </li>
  )
}

/** Whether an exception has an effect only with a plan. Whole days off work without one. rule: working-hours */
const needsPlan = ({ kind, from, to }: { kind: string; from: string | null; to: string | null }) =>
  kind === 'extra' || Boolean(from || to)

function PlanFirst() {
  const { t } = useTranslation('time')
  return <p className="text-sm font-medium">{t('exceptions.plan_first')}</p>
}

const NOTHING = { kind: 'off', from_date: '', to_date: '', from: '', to: '', note: '' } as const
type Fields = Record<Exclude<keyof typeof NOTHING, 'kind'>, string> & { kind: 'off' | 'extra' }

function NewException({ times, hasPlan }: { times: Times; hasPlan: boolean }) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const [fields, setFields] = useState<Fields>(NOTHING)
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: times.addException,
    onSuccess: () => setFields(NOTHING),
  })
  const set = (change: Partial<Fields>) => setFields((old) => ({ ...old, ...change }))
  const add = () =>
    mutate({
      kind: fields.kind,
      from_date: fields.from_date,
      to_date: fields.to_date || fields.from_date,
      note: fields.note,
      ...(fields.from || fields.to ? { from: fields.from, to: fields.to } : {}),
    })
  return (
    <form
      noValidate
      className="flex w-full flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <SaveState error={error} savedNow={undefined} onTake={reset} />
      {data && <Affected saved={data} />}
      <SelectField
        label={t('exceptions.kind')}
        value={fields.kind}
        onChange={({ currentTarget }) =>
          set({ kind: currentTarget.value === 'extra' ? 'extra' : 'off' })
        }
      >
        <option value="off">{t('exceptions.off')}</option>
        <option value="extra">{t('exceptions.extra')}</option>
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from_date', 'to_date'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={t(`exceptions.${name}`)}
            value={fields[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-4">
        {(['from', 'to'] as const).map((name) => (
          <SelectField
            key={name}
            label={t(`exceptions.${name}`)}
            value={fields[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          >
            <option value="">{fields.kind === 'off' ? t('exceptions.all_day') : '–'}</option>
            {(name === 'from' ? HALF_HOURS.slice(0, -1) : HALF_HOURS.slice(1)).map((time) => (
              <option key={time} value={time}>
                {texts.time(time)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <TextField
        label={t('exceptions.note')}
        maxLength={EXCEPTION_NOTE_LENGTH_MAX}
        value={fields.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      {!hasPlan && needsPlan(fields) && <PlanFirst />}
      <Button type="submit" look="quiet" className="self-start" busy={isPending}>
        {t('exceptions.add')}
      </Button>
    </form>
  )
}
