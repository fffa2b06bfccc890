import { sql } from 'kysely'
import type { ItemState, Moment } from '#contract/visits/checklist-rules.ts'
import type { Task } from '#contract/market/home-rules.ts'
import type { HomeRoom } from '#contract/market/homes.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

/** The facts that decide the items of a checklist, with their marks and photos. */
export type ChecklistRow = {
  id: string
  service_type: ServiceType
  rooms: HomeRoom[] | null
  /** Null: all tasks of the service. */
  included: Task[] | null
  extras: { extra: string; name: string | null }[]
  marks: { item_id: string; state: ItemState; note: string; at: string }[]
  photos: { file: string; moment: Moment; item_id: string | null; at: string }[]
}

/** Reads the checklist in one statement, because the visit of both sides reads it each time. */
export async function checklistRow(db: Db, bookingId: string): Promise<ChecklistRow> {
  const { rows } = await sql<ChecklistRow>`
    select id, service_type, home_rooms as rooms, included,
      (select coalesce(jsonb_agg(jsonb_build_object('extra', extra, 'name', name) order by position), '[]')
        from booking_lines where booking_id = bookings.id and kind = 'extra') as extras,
      (select coalesce(jsonb_agg(jsonb_build_object('item_id', item_id, 'state', state, 'note', note, 'at', at)), '[]')
        from checklist_marks where booking_id = bookings.id) as marks,
      (select coalesce(jsonb_agg(jsonb_build_object('file', file, 'moment', moment, 'item_id', item_id, 'at', at)
          order by visit_photos.created_at, file), '[]')
        from visit_photos where booking_id = bookings.id) as photos
    from bookings where id = ${bookingId}::uuid`.execute(db)
  return rows[0]!
}

type Press = { state: ItemState; note: string | undefined; at: Date }

/** The later press wins; without a note the note stays. rule: checklist */
export async function markItem(
  tx: Db,
  bookingId: string,
  itemId: string,
  { state, note, at }: Press,
): Promise<void> {
  await sql`
    insert into checklist_marks (booking_id, item_id, state, note, at)
    values (${bookingId}::uuid, ${itemId}::uuid, ${state}, coalesce(${note ?? null}, ''), ${at})
    on conflict (booking_id, item_id) do update
      set state = excluded.state, note = coalesce(${note ?? null}, checklist_marks.note), at = excluded.at
      where checklist_marks.at <= excluded.at`.execute(tx)
}
