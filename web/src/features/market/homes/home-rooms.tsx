import { useRef, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import {
  ROOM_KINDS,
  ROOM_NAME_LENGTH_MAX,
  ROOM_NOTE_LENGTH_MAX,
  ROOMS_MAX,
} from '#contract/market/home-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { EMPTY_ROOM } from './home-fields.ts'
import type { HomeFields } from './home-fields.ts'
import { Part } from '#web/ui/part.tsx'

type RoomsProps = { form: UseFormReturn<HomeFields>; onChange: () => void }

/** The rooms of a home, each with what matters most there or that nobody shall enter. rule: homes */
export function HomeRooms({ form, onChange }: RoomsProps) {
  const { t } = useTranslation('homes')
  const { control } = form
  const list = useRef<HTMLDivElement>(null)
  const { fields, append, remove } = useFieldArray({ control, name: 'rooms', keyName: 'key' })
  // The room that was added last, which opens. Rooms that are removed meanwhile move no other one there.
  const [added, setAdded] = useState<number>()
  const add = () => {
    setAdded(fields.length)
    append(EMPTY_ROOM)
    onChange()
  }
  return (
    <Part content="fields" title={t('rooms.title')} help={t('rooms.help')}>
      <div ref={list} tabIndex={-1} className="sm:col-span-2">
        {fields.length === 0 ? (
          <p className="text-soft">{t('rooms.none')}</p>
        ) : (
          <ul className="card divide-y divide-line">
            {fields.map(({ key }, index) => (
              <li key={key}>
                <Room
                  form={form}
                  index={index}
                  isNew={index === added}
                  onChange={onChange}
                  onRemove={() => {
                    remove(index)
                    setAdded(undefined)
                    onChange()
                    // The button goes with the room, so the list takes the focus.
                    list.current?.focus()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {fields.length < ROOMS_MAX && (
        <Button look="quiet" className="justify-self-start" onClick={add}>
          {t('rooms.add')}
        </Button>
      )}
    </Part>
  )
}

type RoomProps = RoomsProps & { index: number; isNew: boolean; onRemove: () => void }

/** A row with the name of a room and what matters most about it. It opens to its fields. */
function Room({ form, index, isNew, onChange, onRemove }: RoomProps) {
  const { t } = useTranslation('homes')
  const { control, register, setValue } = form
  const room = useWatch({ control, name: `rooms.${index}` })
  const [startsOpen] = useState(isNew)
  /** A room is one or the other, or none of both. */
  const toggle = (flag: 'important' | 'do_not_enter', other: 'important' | 'do_not_enter') => (
    <label className="flex min-h-11 items-center gap-2.5 font-medium">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={room[flag]}
        onChange={({ currentTarget }) => {
          setValue(`rooms.${index}.${flag}`, currentTarget.checked)
          if (currentTarget.checked) setValue(`rooms.${index}.${other}`, false)
          onChange()
        }}
      />
      {t(`rooms.${flag}`)}
    </label>
  )
  const name = room.name || t(`room_kinds.${room.kind}`)
  const title = t('rooms.number', { number: index + 1, kind: name })
  const mark = (['important', 'do_not_enter'] as const).find((flag) => room[flag])
  return (
    <details open={startsOpen} className="group">
      <summary className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-mint">
        <span className="min-w-0 grow font-medium wrap-anywhere">
          {mark ? <DotSeparated facts={[name, t(`rooms.${mark}`)]} /> : name}
        </span>
        <ChevronDownIcon className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="grid min-w-0 gap-4 px-4 pb-4 sm:grid-cols-2">
        <legend className="sr-only">{title}</legend>
        <SelectField label={t('rooms.kind')} {...register(`rooms.${index}.kind`)}>
          {ROOM_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`room_kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('rooms.name')}
          maxLength={ROOM_NAME_LENGTH_MAX}
          {...register(`rooms.${index}.name`)}
        />
        <div className="flex flex-wrap gap-x-6 sm:col-span-2">
          {toggle('important', 'do_not_enter')}
          {toggle('do_not_enter', 'important')}
        </div>
        <div className="flex flex-col gap-2 sm:col-span-2">
          <TextareaField
            label={t('rooms.note')}
            rows={2}
            maxLength={ROOM_NOTE_LENGTH_MAX}
            {...register(`rooms.${index}.note`)}
          />
          <CodeHint text={room.note} />
        </div>
        <Button look="link" className="-ml-5 justify-self-start" onClick={onRemove}>
          {t('rooms.remove')}
          <span className="sr-only">{title}</span>
        </Button>
      </fieldset>
    </details>
  )
}
