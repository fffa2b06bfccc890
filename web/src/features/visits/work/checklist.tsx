import { useState } from 'react'
import type { ReactNode } from 'react'
import { NOTE_LENGTH_MAX } from '#contract/visits/checklist-rules.ts'
import type { ItemState } from '#contract/visits/checklist-rules.ts'
import type { ChecklistItem } from '#contract/visits/checklist.ts'
import { TASKS } from '#contract/market/home-rules.ts'
import { EXTRA_CODES } from '#contract/market/offer-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { useRoomNames } from '#web/features/market/homes/room-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { CheckIcon, ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { pressQueue } from '../day/press-queue.ts'
import type { Press } from '../day/press-queue.ts'
import { isThere, itemsWithPresses } from '../day/use-presses.ts'
import type { ShownItem } from '../day/use-presses.ts'

type ChecklistProps = {
  visit: Visit
  presses: readonly Press[]
  canPress: boolean
  /** The client sees the tasks alone until the visit is finished. */
  showsStates: boolean
}

/** The tasks of the visit, room by room. rule: checklist */
export function Checklist({ visit, presses, canPress, showsStates }: ChecklistProps) {
  const { t } = useTranslation(['work', 'homes'])
  const items = itemsWithPresses(visit, presses)
  const rooms = visit.home?.rooms ?? []
  const names = useRoomNames(rooms)
  if (items.length === 0) return null
  const done = items.filter(({ state }) => state === 'done').length
  const importantRooms = rooms.filter((room) => room.important).map(({ id }) => id)
  const important = items.filter(({ room_id }) => importantRooms.includes(room_id ?? '')).length
  const isFolded = canPress && items.length > SHORT_LIST
  const firstOpen = items.find(({ state }) => state === 'todo')?.room_id
  const extras = items.filter(({ room_id }) => room_id === null)
  const tasksOf = (shown: readonly ShownItem[]) => (
    <ul className="divide-y divide-line">
      {shown.map((item) => (
        <li key={item.id} className={canPress ? 'py-1' : undefined}>
          {canPress ? (
            <TaskToPress bookingId={visit.booking_id} item={item} />
          ) : (
            <Task item={item} showsState={showsStates} />
          )}
        </li>
      ))}
    </ul>
  )
  return (
    // While the professional works, it is open; before and after it is one line.
    <details open={canPress && (!isFolded || isThere(visit, presses))} className="card group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-x-4 px-4 py-2 md:px-5">
        <span className="min-w-0 grow">
          <h2 id="checklist" className="text-xl">
            {t('checklist')}
          </h2>
          <span role="status" className="tabular block text-sm text-soft">
            {showsStates
              ? t('progress', { done, count: items.length })
              : [
                  t('tasks', { count: items.length }),
                  ...(important > 0 ? [t('important', { count: important })] : []),
                ].join(', ')}
          </span>
        </span>
        <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
      </summary>
      <section
        aria-labelledby="checklist"
        className={classNames(
          'flex flex-col p-4 pt-2 md:p-5 md:pt-2',
          isFolded ? 'gap-2' : 'gap-6',
        )}
      >
        {rooms.map(({ id, important, do_not_enter, note }) => (
          <Room
            key={id}
            name={names.get(id) ?? ''}
            isImportant={important}
            note={note}
            tasks={do_not_enter ? null : items.filter(({ room_id }) => room_id === id)}
            isFolded={isFolded}
            isFirst={id === firstOpen}
            list={tasksOf}
          />
        ))}
        {extras.length > 0 && (
          <div className="flex flex-col gap-1">
            <h3 className="font-semibold">{t('extras')}</h3>
            {tasksOf(extras)}
          </div>
        )}
      </section>
    </details>
  )
}

/** A list with more tasks has one room open at a time: all of them would be twice as long as the page. */
const SHORT_LIST = 12

type RoomProps = {
  name: string
  isImportant: boolean
  note: string | null
  /** Null: nobody may enter the room. */
  tasks: readonly ShownItem[] | null
  isFolded: boolean
  /** Whether it is the first room with something to do. */
  isFirst: boolean
  list: (tasks: readonly ShownItem[]) => ReactNode
}

function Room({ name, isImportant, note, tasks, isFolded, isFirst, list }: RoomProps) {
  const { t } = useTranslation(['work', 'homes'])
  // The room in which the professional works must not close at its last task.
  const [isOpenAtFirst] = useState(isFirst)
  const title = (
    <h3 className="font-semibold wrap-anywhere">
      {name}
      {isImportant && <span className="text-action">, {t('homes:rooms.important')}</span>}
    </h3>
  )
  const about = note && <p className="text-sm wrap-anywhere text-soft">{note}</p>
  if (tasks === null || !isFolded)
    return (
      <div className="flex flex-col gap-1">
        {title}
        {about}
        {tasks === null ? (
          <p className="rounded-md bg-clay-soft p-3 font-semibold text-clay">
            {t('homes:rooms.do_not_enter')}
          </p>
        ) : (
          list(tasks)
        )}
      </div>
    )
  const done = tasks.filter(({ state }) => state === 'done').length
  return (
    <details open={isOpenAtFirst} className="group/room flex flex-col">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3">
        {title}
        <span className="tabular ml-auto shrink-0 text-sm text-soft">
          {t('progress', { done, count: tasks.length })}
        </span>
        <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open/room:rotate-180" />
      </summary>
      {about}
      {list(tasks)}
    </details>
  )
}

function Task({ item, showsState }: { item: ShownItem; showsState: boolean }) {
  const { t } = useTranslation('work')
  const name = useTaskName()(item)
  return (
    <div className="flex items-start gap-3 py-2">
      {showsState && <Box state={item.state} />}
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {name}
          {showsState && <span className="text-sm text-soft">, {t(`states.${item.state}`)}</span>}
        </p>
        {item.note && <Note>{item.note}</Note>}
      </div>
    </div>
  )
}

function TaskToPress({ bookingId, item }: { bookingId: string; item: ShownItem }) {
  const { t } = useTranslation(['work', 'visits'])
  const [note, setNote] = useState<string>()
  const name = useTaskName()(item)
  const isSkipped = item.state === 'skipped'
  const press = (state: ItemState, words?: string) =>
    pressQueue.add({
      booking: bookingId,
      item: item.id,
      state,
      ...(words === undefined ? {} : { note: words }),
    })
  const toggle = (state: 'done' | 'skipped') => press(item.state === state ? 'todo' : state)
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-2">
        <button
          type="button"
          role="checkbox"
          aria-checked={item.state === 'done'}
          className="flex min-h-11 min-w-0 grow items-center gap-3 text-left"
          onClick={() => toggle('done')}
        >
          <Box state={item.state} />
          <span className="min-w-0 wrap-anywhere">
            {name}
            {isSkipped && <span className="text-sm text-soft">, {t('states.skipped')}</span>}
            {item.waits && <span className="text-sm text-amber">, {t('visits:queue.waits')}</span>}
          </span>
        </button>
        <SmallButton
          label={t('of_task', { what: t('skip'), task: name })}
          pressed={isSkipped}
          onClick={() => toggle('skipped')}
        >
          {t('skip')}
        </SmallButton>
        <SmallButton
          label={t('of_task', { what: t('note'), task: name })}
          expanded={note !== undefined}
          onClick={() => setNote(note === undefined ? item.note : undefined)}
        >
          {t('note')}
        </SmallButton>
      </div>
      {note === undefined ? (
        item.note && <Note>{item.note}</Note>
      ) : (
        <div className="flex flex-col gap-3 py-2">
          <TextareaField
            label={t('of_task', { what: t('note'), task: name })}
            rows={2}
            maxLength={NOTE_LENGTH_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <CodeHint text={note} />
          <Button
            look="quiet"
            className="self-start"
            onClick={() => {
              press(item.state, note.trim())
              setNote(undefined)
            }}
          >
            {t('save_note')}
          </Button>
        </div>
      )}
    </div>
  )
}

type SmallButtonProps = {
  label: string
  pressed?: boolean
  expanded?: boolean
  onClick: () => void
  children: string
}

function SmallButton({ label, pressed, expanded, onClick, children }: SmallButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      className={classNames(
        'min-h-11 shrink-0 rounded-md border px-3 text-sm font-medium',
        pressed ? 'border-action bg-mint text-action' : 'border-edge hover:bg-mint',
      )}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function Note({ children }: { children: string }) {
  return <p className="text-sm wrap-anywhere whitespace-pre-line text-soft">{children}</p>
}

function Box({ state }: { state: ItemState }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-md border',
        state === 'done' ? 'border-action bg-mint text-action' : 'border-edge text-soft',
      )}
    >
      {state === 'done' && <CheckIcon className="size-5" />}
      {state === 'skipped' && '–'}
    </span>
  )
}

/** A task, an extra, or one of the professional's own as they typed it. */
function useTaskName() {
  const { t } = useTranslation(['work', 'offer'])
  return ({ task, name }: ChecklistItem): string => {
    const known = TASKS.find((one) => one === task)
    if (known) return t(`offer:tasks.${known}`)
    const extra = EXTRA_CODES.find((one) => one === task)
    return extra ? t(`offer:extra_names.${extra}`) : (name ?? t('extras'))
  }
}
