import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull, repeatWhileFull, runEachStep } from '#server/queue/run-batches.ts'
import { writeOutcome } from '#server/bookings/moves/outcome.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'
import { recordProblemEvent } from './report-problem.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': deletes the photos of problems 90 days after the problem's end, and the problems 24
 * months after it. The attempts to reach each other go 24 months after the visit. rule: problems, expired-data,
 * scheduled-jobs
 */
export async function deleteOldProblems({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const photosUntil = sql`ended_at < ${now}::timestamptz - make_interval(days => ${RETENTION.problem_photo_days})`
  const oldPhotos = sql`
    select file from problem_photos join problems on problems.id = problem_id where ${photosUntil} limit ${BATCH_SIZE}`
  const forgetPhotos = () =>
    repeatWhileFull(BATCH_SIZE, async () =>
      db.transaction().execute(async (tx) => deletePhotos(tx, oldPhotos, now)),
    )
  const isOld = (column: string) =>
    sql`${sql.ref(column)} < ${now}::timestamptz - make_interval(months => ${RETENTION.problem_months})`
  const deletions = [
    sql`delete from problems where id = any(array(
      select id from problems where ${isOld('ended_at')} limit ${BATCH_SIZE}))`,
    sql`delete from booking_contacts where ctid = any(array(
      select booking_contacts.ctid from booking_contacts join bookings on id = booking_id
      where ${isOld('ends_at')} limit ${BATCH_SIZE}))`,
  ]
  await runEachStep([forgetPhotos, () => executeWhileFull(db, BATCH_SIZE, ...deletions)])
}

/**
 * A person deletes their account. The photos and the words of the problems of their visits are erased, those of the
 * other side too. What they reported and nobody has decided is taken back; an open report that they did not come
 * stands, because they cannot deny it any more. What the operator has stays with the operator, and the rest continues
 * by its time limits. The other side is told of what ended. Returns the ids of those bookings.
 * rule: account-deletion, problem-moves
 */
export async function eraseProblems(tx: Db, userId: string, at: Date): Promise<string[]> {
  const own = sql`select problems.id from problems join bookings on bookings.id = booking_id
    where ${userId}::uuid in (client_id, professional_id)`
  await deletePhotos(tx, sql`select file from problem_photos where problem_id in (${own})`, at)
  const ended = await endProblems(tx, userId, at)
  await sql`
    update problems set
      statement = '',
      answer = case when answer is not null then '' end,
      reclean_date = case when state = 'reclean_booked' then reclean_date end,
      reclean_time = case when state = 'reclean_booked' then reclean_time end,
      reclean_hours = case when state = 'reclean_booked' then reclean_hours end,
      decision_text = case when decision_text is not null then '' end
    where id in (${own})`.execute(tx)
  return ended
}

/** Ends what the departure of a person decides, and settles the hours of no-shows. */
async function endProblems(tx: Db, userId: string, at: Date): Promise<string[]> {
  const isOther = sql`${userId}::uuid = case by when 'client' then professional_id else client_id end`
  // A problem that is past its time is left to the job, because the deadline counts.
  const isEnding = sql`case when ${isOther} then kind = 'no_show' and problems.state = 'open'
    else problems.state in ('open', 'answered') and problems.answer_until > ${at}::timestamptz end`
  await sql`
    select from bookings where id in (
      select problems.booking_id from problems join bookings on bookings.id = booking_id
      where ${userId}::uuid in (client_id, professional_id) and ${isEnding})
    order by id for update`.execute(tx)
  const { rows: ended } = await sql<{ id: string; booking_id: string; kind: string }>`
    update problems set answer_until = null, ended_at = ${at}::timestamptz,
      state = case when ${isOther} then 'stands' else 'withdrawn' end
    from bookings where bookings.id = booking_id
      and ${userId}::uuid in (client_id, professional_id) and ${isEnding}
    returning problems.id, booking_id, kind`.execute(tx)
  await writeOutcome(tx, ...ended.map(({ booking_id }) => booking_id))
  for (const problem of ended) {
    if (problem.kind === 'no_show') await settleVisit(tx, problem.booking_id, at)
    await recordProblemEvent(tx, 'closed', problem, null, at)
  }
  return ended.map(({ booking_id }) => booking_id)
}

/** Deletes the rows and files of the selected photos; returns how many. */
async function deletePhotos(tx: Db, files: ReturnType<typeof sql>, now: Date): Promise<number> {
  const { rows } = await sql<{ file: string }>`
    delete from problem_photos where file in (${files}) returning file`.execute(tx)
  await enqueuePictureJobs(tx, now, { added: [], removed: rows.map(({ file }) => file) })
  return rows.length
}
