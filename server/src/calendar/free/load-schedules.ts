import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Schedule } from './free-times.ts'
import { occupiedTimesSql } from './occupied-times.ts'
import type { OccupiedTimes } from './occupied-times.ts'
import { scheduleOf } from './slots.ts'
import { loadTimesOf } from '../plan/times.ts'
import type { Times } from '../plan/times.ts'

const NOTHING: OccupiedTimes = { visits: [], busy: null, series: [] }

/** Reads in two statements what decides which times of these professionals are free. rule: free-times */
export async function loadSchedules(
  { places, clock }: Pick<Context, 'places' | 'clock'>,
  db: Db,
  professionalIds: readonly string[],
): Promise<(Times & { schedule: Schedule })[]> {
  const now = clock.now()
  const times = await loadTimesOf(db, professionalIds, now)
  const { visits, busy, series } = occupiedTimesSql(sql.ref('user_id'), { from: now, to: null })
  const { rows } = await sql<OccupiedTimes & { id: string }>`
    select user_id as id, ${visits} as visits, ${busy} as busy, ${series} as series
    from professionals where user_id = any(${professionalIds}::uuid[])`.execute(db)
  const occupied = new Map(rows.map((row) => [row.id, row]))
  return times.map((one) => ({
    ...one,
    schedule: scheduleOf({ places }, one, occupied.get(one.id) ?? NOTHING, now),
  }))
}
