import { dollars } from '#contract/bookings/booking-price.ts'
import { displayName } from '#contract/people/display-name.ts'
import { PRIVATE_PHOTOS_PATH } from '#contract/pictures.ts'
import {
  movesOfSide,
  PROBLEM_HOURS,
  PROBLEM_PHOTO_DAYS,
  PROBLEM_PHOTOS_MAX,
} from '#contract/visits/problem-rules.ts'
import type { Problem, ProblemMay } from '#contract/visits/problems.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { photosOfProblem } from './problem-photos.queries.ts'
import { bookingOfProblem, contactsOf, problemById } from './problems.queries.ts'
import type { ProblemRow } from './problems.queries.ts'

/**
 * A problem, for one of the sides of its booking. Refuses not_found for everybody else, and lead_locked for the
 * professional of a locked lead. rule: problems
 */
export async function readProblem(db: Db, reader: Side, id: string, now: Date): Promise<Problem> {
  const problemId = Id.safeParse(id).data ?? refuse('not_found')
  const bookingId = (await bookingOfProblem(db, reader, problemId)) ?? refuse('not_found')
  const visit = await visitOf(db, bookingId)
  if (reader.role === 'professional') {
    const pair = { professionalId: visit.professional_id, clientId: visit.client_id }
    if (await isLeadLocked(db, pair)) await refuseLocked(db, pair)
  }
  const row = await problemById(db, problemId)
  const photos = await photosOfProblem(db, problemId)
  return {
    id: row.id,
    booking_id: bookingId,
    kind: row.kind,
    by: row.by,
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    answer_until: row.due_at?.toISOString() ?? null,
    statement: row.statement,
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
    value: row.value_cents === null ? null : dollars(row.value_cents),
    photos: photos.map(({ file, by, at }) => ({
      file,
      url: `${PRIVATE_PHOTOS_PATH}${file}`,
      by: by as Role,
      at: at.toISOString(),
    })),
    visit: {
      starts_at: visit.starts_at.toISOString(),
      time_zone: visit.time_zone,
      city: visit.city,
      other: otherSide(visit, reader.role),
    },
    contacts: row.kind === 'no_show' ? await contactsOf(db, bookingId, row.opened_at) : [],
    reclean: recleanOf(row, visit.time_zone),
    outcome: outcomeOf(row),
    decision: decisionOf(row),
    may: mayOf(row, reader.role, visit.time_zone, photos, now),
  }
}

async function visitOf(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'client_id')
    .innerJoin('professionals', 'professionals.user_id', 'professional_id')
    .select(['client_id', 'professional_id', 'starts_at', 'time_zone', 'city'])
    .select(['first_name', 'last_name', 'full_name'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

type VisitRow = Awaited<ReturnType<typeof visitOf>>

function otherSide(visit: VisitRow, reader: Role): Problem['visit']['other'] {
  return reader === 'client'
    ? { user_id: visit.professional_id, name: displayName(visit.full_name) }
    : { user_id: visit.client_id, name: `${visit.first_name} ${visit.last_name}`.trim() }
}

/** rule: reclean */
function recleanOf(row: ProblemRow, timeZone: string): Problem['reclean'] {
  const { reclean_date, reclean_time, reclean_hours, reclean_id } = row
  if (reclean_date === null || reclean_time === null || reclean_hours === null) return null
  return {
    booking_date: reclean_date,
    booking_time: reclean_time.slice(0, 5),
    estimated_hours: reclean_hours,
    starts_at: startOf(reclean_date, reclean_time, timeZone).toISOString(),
    booking_id: reclean_id,
  }
}

function startOf(date: string, time: string, timeZone: string): Date {
  const start = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(start.epochMilliseconds)
}

function outcomeOf({ state, decision }: ProblemRow): Problem['outcome'] {
  if (state === 'decided') return decision
  return state === 'stands' || state === 'solved' || state === 'withdrawn' ? state : null
}

function decisionOf({ decision_reason, decision_text, ended_at }: ProblemRow): Problem['decision'] {
  if (decision_reason === null || decision_text === null || ended_at === null) return null
  return { at: ended_at.toISOString(), reason: decision_reason, text: decision_text }
}

/**
 * The moves that a side can make now. Once the time has passed, only the background job can move it.
 * rule: problem-moves
 */
function mayOf(
  row: ProblemRow,
  side: Role,
  timeZone: string,
  photos: readonly { by: string }[],
  now: Date,
): ProblemMay[] {
  if (isDue(row, now)) return []
  const moves = movesOfSide(row, side).filter((move) => {
    if (move === 'reclean') return isRecleanOpen(row, timeZone, now)
    return move !== 'dispute' || row.answered_at === null
  }) as ProblemMay[]
  const own = photos.filter(({ by }) => by === side).length
  return photoRefusal(row, own, now) ? moves : [...moves, 'add_photo']
}

/** Why a side that has added `own` photos cannot add one now; null: it can. rule: problems */
export function photoRefusal(row: ProblemRow, own: number, now: Date) {
  if (row.ended_at !== null || isDue(row, now)) return 'problem_moved' as const
  if (+now >= +row.opened_at + PROBLEM_PHOTO_DAYS * 86_400_000) return 'report_too_late' as const
  return own >= PROBLEM_PHOTOS_MAX ? ('photos_full' as const) : null
}

/** Whether the client can still take the re-clean: it was not taken before, and its time has not passed. */
function isRecleanOpen(row: ProblemRow, timeZone: string, now: Date): boolean {
  const reclean = row.reclean_id === null && recleanOf(row, timeZone)
  return reclean !== false && reclean !== null && new Date(reclean.starts_at) > now
}

/** Whether the time of a problem has passed, also before the job has moved it. rule: problem-moves */
export const isDue = ({ due_at }: Pick<ProblemRow, 'due_at'>, now: Date) =>
  due_at !== null && due_at <= now

/** 72 hours from now: the time that each step gives. rule: problem-moves */
export const afterStep = (now: Date) => new Date(+now + PROBLEM_HOURS * 3_600_000)
