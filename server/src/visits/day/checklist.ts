import { hash } from 'node:crypto'
import type { ChecklistItem, VisitPhoto } from '#contract/visits/checklist.ts'
import type { ItemState } from '#contract/visits/checklist-rules.ts'
import {
  isWorkShown,
  WORK_HOURS_AFTER,
  WORK_HOURS_BEFORE,
} from '#contract/visits/checklist-rules.ts'
import { tasksOfRoom } from '#contract/market/home-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import type { LockedBooking } from '#server/bookings/moves/booking-moves.ts'
import { checklistRow, markItem } from './checklist.queries.ts'
import type { ChecklistRow } from './checklist.queries.ts'
import { lockVisit } from '#server/bookings/moves/lock-visit.ts'
import { pressTime } from '#server/bookings/moves/press-time.ts'
import { isClientDeleted } from './visits.queries.ts'

const HOUR_MS = 3_600_000

/**
 * Items and photos of an accepted visit. `showsWork`: with the states, notes and photos, which the client sees once the
 * visit is finished. rule: checklist, visit-photos
 */
export async function workOfVisit(
  db: Db,
  bookingId: string,
  { showsWork }: { showsWork: boolean },
): Promise<{ checklist: ChecklistItem[]; photos: VisitPhoto[] }> {
  const row = await checklistRow(db, bookingId)
  return showsWork
    ? { checklist: itemsOf(row), photos: row.photos.map(shownPhoto) }
    : { checklist: itemsOf({ ...row, marks: [] }), photos: [] }
}

/** The items that follow from rooms, tasks and extras, each with what was pressed. rule: checklist */
export function itemsOf({ marks, ...row }: ChecklistRow): ChecklistItem[] {
  const pressed = new Map(marks.map((mark) => [mark.item_id, mark]))
  return tasksOf(row).map((task) => {
    const id = itemId(row.id, task)
    const { state = 'todo', note = '', at = null } = pressed.get(id) ?? {}
    return { id, ...task, state, note, at: at && new Date(at).toISOString() }
  })
}

type TaskOfVisit = Pick<
  ChecklistItem,
  'room_id' | 'room' | 'room_kind' | 'task' | 'name' | 'important'
>

function tasksOf({
  service_type,
  rooms,
  included,
  extras,
}: Omit<ChecklistRow, 'marks'>): TaskOfVisit[] {
  const inRooms = (rooms ?? [])
    .filter((room) => !room.do_not_enter)
    .flatMap(({ id, kind, name, important }) =>
      tasksOfRoom(service_type, kind)
        .filter((task) => included === null || included.includes(task))
        .map((task) => ({ room_id: id, room: name, room_kind: kind, task, name: null, important })),
    )
  const ofExtras = extras.map(({ extra, name }) => ({
    room_id: null,
    room: null,
    room_kind: null,
    task: extra,
    name,
    important: false,
  }))
  return [...inRooms, ...ofExtras]
}

/**
 * The id follows from booking, room and task, so an item keeps it, and with it its state, when the home is copied to
 * the visit again. A UUID of version 8. rule: checklist
 */
function itemId(
  bookingId: string,
  { room_id, task }: Pick<TaskOfVisit, 'room_id' | 'task'>,
): string {
  const hex = hash('sha256', `${bookingId} ${room_id ?? 'extra'} ${task}`)
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function shownPhoto({
  file,
  moment,
  item_id,
  at,
}: ChecklistRow['photos'][number]): VisitPhoto {
  return { file, url: privatePhotoUrl(file), moment, item_id, at: new Date(at).toISOString() }
}

/** The address of a photo that only some people may see. rule: messages */
export function privatePhotoUrl(file: string): string {
  return `/api/private-photos/${file}`
}

type ItemPress = {
  state: ItemState
  note?: string | undefined
  pressed_at?: string | undefined
  sent_at?: string | undefined
}

/**
 * The professional presses an item. The later press wins, and an older one is answered with what stands. Refusals:
 * those of `lockForWork` and `refuseUnlessAtWork`, stage_time_invalid, not_found. rule: checklist, visit-stages
 */
export async function pressItem(
  context: Context,
  actor: Side,
  { bookingId, itemId: id }: { bookingId: string; itemId: string },
  { state, note, ...press }: ItemPress,
): Promise<ChecklistItem> {
  const now = context.clock.now()
  const at = pressTime(press, now)
  const item = await context.db.transaction().execute(async (tx) => {
    const booking = await lockForWork(tx, actor, bookingId)
    const itemOf = async () =>
      itemsOf(await checklistRow(tx, booking.id)).find((one) => one.id === id.toLowerCase())
    if (!(await itemOf())) refuse('not_found')
    refuseUnlessAtWork(booking, at, now)
    await markItem(tx, booking.id, id, { state, note, at })
    return (await itemOf())!
  })
  await notifyOfWork(context, bookingId)
  return item
}

/**
 * Locks a visit for an item or a photo, which show the client's home. Refuses what `lockVisit` refuses, and
 * booking_already_moved once the client's account is deleted. rule: account-deletion
 */
export async function lockForWork(tx: Tx, actor: Side, bookingId: string): Promise<LockedBooking> {
  const booking = await lockVisit(tx, actor, bookingId)
  if (await isClientDeleted(tx, booking.client_id)) refuse('booking_already_moved')
  return booking
}

/**
 * Refuses booking_already_moved unless the visit is accepted or completed. Refuses a press of more than three hours
 * before it (stage_too_early), and one that comes more than a day after it (stage_too_late). rule: checklist
 */
export function refuseUnlessAtWork(
  { status, starts_at, ends_at }: Pick<LockedBooking, 'status' | 'starts_at' | 'ends_at'>,
  at: Date,
  now: Date,
): void {
  if (status !== 'accepted' && status !== 'completed') refuse('booking_already_moved')
  if (+at < +starts_at - WORK_HOURS_BEFORE * HOUR_MS) refuse('stage_too_early')
  if (+now > +ends_at + WORK_HOURS_AFTER * HOUR_MS) refuse('stage_too_late')
}

/** The other devices of the professional, and those of the client once they may see the work, read the visit again. */
export async function notifyOfWork({ db, live }: Context, bookingId: string): Promise<void> {
  const { client_id, professional_id, status, stage } = await db
    .selectFrom('bookings')
    .select(['client_id', 'professional_id', 'status', 'stage'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const people = isWorkShown({ status, stage }) ? [professional_id, client_id] : [professional_id]
  await live.notify(people, { type: 'bookings' })
}
