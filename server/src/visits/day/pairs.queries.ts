import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PairState } from '#contract/visits/checklist-rules.ts'
import { PAIRS_LISTED_MAX } from '#contract/visits/checklist-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'

export type PairRow = {
  id: string
  booking_id: string
  state: PairState
  /** How often the client has answered. */
  answers: number
  before_file: string
  after_file: string
  asked_at: Date
  service_type: ServiceType
  booking_date: string
  professional_name: string
  first_name: string
  last_name: string
}

const sideSql = ({ id, role }: Side) =>
  role === 'client'
    ? sql`bookings.client_id = ${id}::uuid`
    : sql`bookings.professional_id = ${id}::uuid`

/** Pairs of a person that nobody withdrew, the newest first. */
async function pairsWhere(
  db: Db,
  person: Side,
  condition: RawBuilder<unknown>,
): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select photo_pairs.id, booking_id, photo_pairs.state, answers, before_file, after_file, asked_at, service_type,
      to_char(booking_date, 'YYYY-MM-DD') as booking_date, professionals.full_name as professional_name,
      clients.first_name, clients.last_name
    from photo_pairs join bookings on bookings.id = booking_id
    join professionals on professionals.user_id = bookings.professional_id
    join users as clients on clients.id = bookings.client_id
    where ${sideSql(person)} and photo_pairs.state <> 'withdrawn' and ${condition}
    order by asked_at desc, photo_pairs.id desc limit ${PAIRS_LISTED_MAX}`.execute(db)
  return rows
}

export function pairsOfPerson(db: Db, person: Side): Promise<PairRow[]> {
  return pairsWhere(db, person, sql`true`)
}

export function pairsOfVisit(db: Db, person: Side, bookingId: string): Promise<PairRow[]> {
  return pairsWhere(db, person, sql`booking_id = ${bookingId}::uuid`)
}

export async function pairOfPerson(db: Db, person: Side, id: string): Promise<PairRow | undefined> {
  const [pair] = await pairsWhere(db, person, sql`photo_pairs.id = ${id}::uuid`)
  return pair
}

/** The state of a pair of this person, locked. Undefined for anybody else's, and for a withdrawn one. */
export async function lockPair(
  tx: Db,
  person: Side,
  id: string,
): Promise<Pick<PairRow, 'id' | 'state' | 'answers' | 'booking_id'> | undefined> {
  const { rows } = await sql<Pick<PairRow, 'id' | 'state' | 'answers' | 'booking_id'>>`
    select photo_pairs.id, photo_pairs.state, answers, booking_id from photo_pairs join bookings on bookings.id = booking_id
    where ${sideSql(person)} and photo_pairs.id = ${id}::uuid and photo_pairs.state <> 'withdrawn'
    for update of photo_pairs`.execute(tx)
  return rows[0]
}

/** The photos of all pairs of a visit, withdrawn ones too. */
export async function pairsAskedOf(db: Db, bookingId: string) {
  return db
    .selectFrom('photo_pairs')
    .select(({ fn }) => [
      fn.coalesce('before_file', 'withdrawn_before').as('before'),
      fn.coalesce('after_file', 'withdrawn_after').as('after'),
    ])
    .where('booking_id', '=', bookingId)
    .execute()
}

/** The photos of a visit that have this name and moment. */
export async function photosNamed(
  tx: Db,
  bookingId: string,
  { before, after }: { before: string; after: string },
): Promise<number> {
  const { rows } = await sql`
    select from visit_photos where booking_id = ${bookingId}::uuid
      and (file = ${before} and moment = 'before' or file = ${after} and moment = 'after')`.execute(
    tx,
  )
  return rows.length
}

export async function insertPair(
  tx: Db,
  values: { booking_id: string; before_file: string; after_file: string; asked_at: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('photo_pairs')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The public copies of a pair that was locked. From now on the public sees them. */
export async function publishPair(
  tx: Db,
  id: string,
  { before, after }: { before: string; after: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('photo_pairs')
    .set({ state: 'allowed', answered_at: now, answers: sql`answers + 1` })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('pair_files')
    .values([
      { file: before, pair_id: id, moment: 'before' },
      { file: after, pair_id: id, moment: 'after' },
    ])
    .execute()
}

/** Takes the public copies out of sight; a job deletes the files. */
async function unpublish(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.updateTable('pair_files').set({ pair_id: null }).where('pair_id', 'in', ids).execute()
}

export async function refusePair(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('photo_pairs')
    .set({ state: 'refused', answered_at: now, answers: sql`answers + 1` })
    .where('id', '=', id)
    .execute()
  await unpublish(tx, [id])
}

/** Withdraws locked pairs. Their photos can be deleted now. */
export async function endPairs(tx: Db, pairs: readonly { id: string }[], now: Date): Promise<void> {
  if (pairs.length === 0) return
  const ids = pairs.map(({ id }) => id)
  await tx
    .updateTable('photo_pairs')
    .set(({ ref }) => ({
      state: 'withdrawn',
      before_file: null,
      after_file: null,
      withdrawn_before: ref('before_file'),
      withdrawn_after: ref('after_file'),
      answered_at: now,
    }))
    .where('id', 'in', ids)
    .execute()
  await unpublish(tx, ids)
}

/** Whether the public may see a copy now. rule: photo-pairs */
export async function isPublicPairFile(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from pair_files join photo_pairs on photo_pairs.id = pair_id
    where file = ${file} and state = 'allowed'`.execute(db)
  return rows.length > 0
}

/** Whether a copy is published, or waits to be deleted. */
export async function isNamed(db: Db, file: string): Promise<boolean> {
  const row = await db
    .selectFrom('pair_files')
    .select('file')
    .where('file', '=', file)
    .executeTakeFirst()
  return row !== undefined
}

/** Copies without a pair, from the name `after` on: nobody sees them, and their files wait to be deleted. */
export async function unusedPairFiles(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pair_files')
    .select('file')
    .where('pair_id', 'is', null)
    .where('file', '>', after)
    .orderBy('file')
    .limit(limit)
    .execute()
  return rows.map(({ file }) => file)
}

export async function deletePairFile(db: Db, file: string): Promise<void> {
  await db.deleteFrom('pair_files').where('file', '=', file).where('pair_id', 'is', null).execute()
}
