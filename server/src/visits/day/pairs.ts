import { createHmac } from 'node:crypto'
import { isWorkShown, PAIRS_OF_VISIT_MAX } from '#contract/visits/checklist-rules.ts'
import type { PairState } from '#contract/visits/checklist-rules.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { Pair } from '#contract/visits/pairs.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { copyPicture, removePictureFiles } from '#server/pictures/stored-picture.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { NOT_OWNER_TEXTS, whyNotOwner } from '#server/market/professionals/picture-storage.ts'
import { privatePhotoUrl } from './checklist.ts'
import { lockVisit } from '#server/bookings/moves/lock-visit.ts'
import {
  endPairs,
  deletePairFile,
  insertPair,
  isNamed,
  lockPair,
  pairOfPerson,
  pairsAskedOf,
  pairsOfPerson,
  pairsOfVisit,
  photosNamed,
  publishPair,
  refusePair,
  unusedPairFiles,
} from './pairs.queries.ts'
import type { PairRow } from './pairs.queries.ts'

/** How many names of files the job 'forget-pairs' reads at once. */
const BATCH_SIZE = 500

/** A person's pairs, the newest first. rule: photo-pairs */
export async function listPairs(db: Db, reader: Side, bookingId?: string): Promise<Pair[]> {
  const rows = await (bookingId === undefined
    ? pairsOfPerson(db, reader)
    : pairsOfVisit(db, reader, bookingId))
  return rows.map((row) => shownPair(row, reader))
}

/** How many more pairs of a visit the professional can ask for. rule: photo-pairs */
export async function pairsLeft(db: Db, bookingId: string): Promise<number> {
  return PAIRS_OF_VISIT_MAX - (await pairsAskedOf(db, bookingId)).length
}

function shownPair(row: PairRow, { role }: Side): Pair {
  const { id, booking_id, state, service_type, booking_date, asked_at } = row
  return {
    id,
    booking_id,
    state,
    before_url: privatePhotoUrl(row.before_file),
    after_url: privatePhotoUrl(row.after_file),
    service_type,
    booking_date,
    other_name:
      role === 'client'
        ? displayName(row.professional_name)
        : `${row.first_name} ${row.last_name}`.trim(),
    asked_at: asked_at.toISOString(),
  }
}

/**
 * Asks the client for two photos of a finished visit; one transaction writes the question, its event and the job that
 * notifies. Refusals: those of `lockVisit`, booking_already_moved, visit_not_finished, image_not_found, pair_asked,
 * photos_full. rule: photo-pairs
 */
export async function askForPair(
  context: Context,
  actor: Side,
  bookingId: string,
  files: { before: string; after: string },
): Promise<Pair> {
  const now = context.clock.now()
  const pair = await context.db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const { status } = booking
    if (status !== 'accepted' && status !== 'completed') refuse('booking_already_moved')
    const { stage } = await tx
      .selectFrom('bookings')
      .select('stage')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    if (!isWorkShown({ status, stage })) refuse('visit_not_finished')
    if ((await photosNamed(tx, booking.id, files)) < 2) refuse('image_not_found')
    const asked = await pairsAskedOf(tx, booking.id)
    const isSame = asked.some(
      ({ before, after }) => before === files.before && after === files.after,
    )
    if (isSame) refuse('pair_asked')
    if (asked.length >= PAIRS_OF_VISIT_MAX) refuse('photos_full')
    const id = await insertPair(tx, {
      booking_id: booking.id,
      before_file: files.before,
      after_file: files.after,
      asked_at: now,
    })
    const event_id = await recordEvent(tx, {
      kind: 'visit.pair_asked',
      subjectId: booking.id,
      actorId: actor.id,
      at: now,
      data: { pair_id: id },
    })
    await enqueue(tx, 'notify-visit', { event_id })
    return shownPair((await pairOfPerson(tx, actor, id))!, actor)
  })
  await notifyBookingChange(context, pair.booking_id)
  return pair
}

/**
 * The client allows or refuses a pair. The same answer again changes nothing. Refusals: not_found, image_not_found if
 * the photos are gone, and too_many_requests for the eleventh yes of an hour. rule: photo-pairs
 */
export async function answerPair(
  context: Context,
  actor: Side,
  pairId: string,
  state: Exclude<PairState, 'asked'>,
): Promise<Pair> {
  const id = Id.safeParse(pairId).data
  const found = id && (await pairOfPerson(context.db, actor, id))
  if (!found) refuse('not_found')
  // A refusal is written again too: an earlier yes may still copy the photos.
  if (state === 'refused') await takeOut(context, actor, found.id)
  else if (found.state !== 'allowed') await allow(context, actor, found)
  if (found.state !== state) await notifyBookingChange(context, found.booking_id)
  return shownPair((await pairOfPerson(context.db, actor, id)) ?? refuse('not_found'), actor)
}

/**
 * Copies both photos, then publishes the copies, unless another answer came meanwhile. Yeses at the same moment write
 * the same files. rule: photo-pairs
 */
async function allow(context: Context, actor: Side, pair: PairRow): Promise<void> {
  await consumeRateLimit(context, 'allowed_pair_by_client', actor.id)
  const copies = copiesOf(context, pair)
  const isCopied =
    (await copyPicture(context, pair.before_file, copies.before)) &&
    (await copyPicture(context, pair.after_file, copies.after))
  if (isCopied && (await publish(context, actor, pair, copies))) return
  const { before, after } = copies
  for (const file of [before, after])
    if (!(await isNamed(context.db, file))) await removePictureFiles(context, file)
  if (isCopied) return
  const stands = await pairOfPerson(context.db, actor, pair.id)
  if (stands?.state !== 'allowed') refuse(stands ? 'image_not_found' : 'not_found')
}

/** The names of the public copies that a yes to this question makes. Nobody can guess one from the photo's. */
function copiesOf({ verificationKeys }: Context, { id, answers }: PairRow) {
  const nameOf = (moment: string) => {
    const hmac = createHmac('sha256', verificationKeys.hash)
    return `pair-${hmac.update(`pair ${id} ${answers} ${moment}`).digest('hex').slice(0, 32)}.webp`
  }
  return { before: nameOf('before'), after: nameOf('after') }
}

/** False if another answer came since the pair was read. */
async function publish(
  { db, clock }: Context,
  actor: Side,
  pair: PairRow,
  copies: { before: string; after: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockPair(tx, actor, pair.id)
    // The photos of an unanswered or refused pair cannot change, they can only go.
    if (locked?.answers !== pair.answers) return false
    const now = clock.now()
    await publishPair(tx, pair.id, copies, now)
    await recordEvent(tx, {
      kind: 'visit.pair_allowed',
      subjectId: pair.booking_id,
      actorId: actor.id,
      at: now,
      data: { pair_id: pair.id },
    })
    return true
  })
}

/**
 * Takes a pair out of the profile: after the commit the public sees neither photo. Waits for nobody but another answer
 * to this pair.
 */
async function takeOut(context: Context, actor: Side, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const locked = (await lockPair(tx, actor, id)) ?? refuse('not_found')
    const now = context.clock.now()
    await refusePair(tx, id, now)
    if (locked.state === 'refused') return
    await recordEvent(tx, {
      kind: 'visit.pair_refused',
      subjectId: locked.booking_id,
      actorId: actor.id,
      at: now,
      data: { pair_id: id },
    })
  })
}

/** The professional takes a pair back, in any state. Refuses not_found. rule: photo-pairs */
export async function withdrawPair(context: Context, actor: Side, pairId: string): Promise<void> {
  const id = Id.safeParse(pairId).data ?? refuse('not_found')
  const bookingId = await context.db.transaction().execute(async (tx) => {
    const pair = (await lockPair(tx, actor, id)) ?? refuse('not_found')
    await endPairs(tx, [pair], context.clock.now())
    return pair.booking_id
  })
  await notifyBookingChange(context, bookingId)
}

/**
 * The job 'forget-pairs': deletes the files that the public no longer sees, unless the stored pictures belong to
 * another database. A file that fails waits for the next run. rule: photo-pairs, picture-storage-owner, scheduled-jobs
 */
export async function deleteUnusedPairFiles(context: Context): Promise<void> {
  let files = await unusedPairFiles(context.db, '', BATCH_SIZE)
  if (files.length === 0) return
  const reason = await whyNotOwner(context)
  if (reason !== undefined) {
    return context.log.warn(`files of pairs were not deleted: ${NOT_OWNER_TEXTS[reason]}`)
  }
  for (;;) {
    for (const file of files) {
      try {
        await removePictureFiles(context, file)
        await deletePairFile(context.db, file)
      } catch (error) {
        context.log.error({ err: error, file }, 'a file of a pair has to wait for the next run')
      }
    }
    if (files.length < BATCH_SIZE) return
    // From the last name on: files that cannot be deleted keep no other from it.
    files = await unusedPairFiles(context.db, files.at(-1)!, BATCH_SIZE)
  }
}
