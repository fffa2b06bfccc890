import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { extendSeries } from '#server/features/series/series-jobs.ts'
import { printTable } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { fillWithHours, HOME_ZONE } from './time-people.ts'

/** BENCH_SERIES makes it shorter. */
const SERIES = Number(process.env['BENCH_SERIES'] ?? 100_000)
const SERIES_EACH = 5
/** Not a multiple of the professionals, so that theirs have different clients. */
const CLIENTS = 19_997

/** How long the job 'extend-series' takes when each of all series has one date that is due. */
export async function measureSeries({ createDatabase, folder }: BenchPostgres): Promise<void> {
  const url = await createDatabase('lustra_bench_series')
  const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: folder })
  const context = await createContext(config, url, { logLevel: 'error' })
  const { db } = context
  try {
    const counts = { clients: CLIENTS, professionals: SERIES / SERIES_EACH, history: SERIES }
    await fillWithHours(db, counts, { from: 480, to: 1200 })
    await db.connection().execute(async (on) => {
      await sql`set statement_timeout = 0`.execute(on)
      await sql`set session_replication_role = replica`.execute(on)
      await insertSeries(on)
    })
    await sql`vacuum analyze`.execute(db)
    const start = performance.now()
    await extendSeries(context)
    const seconds = (performance.now() - start) / 1000
    const { rows } = await sql<{ booked: number; open: number }>`
      select (select count(*)::int from bookings where series_date > current_date + 40) as booked,
        (select count(*)::int from series where next_date <= current_date + 55) as open`.execute(db)
    const { booked, open } = rows[0]!
    printTable('series | booked | still due | seconds | a second', [
      [SERIES, booked, open, seconds.toFixed(0), (SERIES / seconds).toFixed(0)],
    ])
  } finally {
    await context.close()
  }
}

/** One weekly series for each completed booking: a professional's are on different days, each due for its last week. */
async function insertSeries(db: Db): Promise<void> {
  await sql`
    insert into leads (professional_id, client_id, source, opened_at)
    select distinct professional_id, client_id, 'booking', now() from bookings`.execute(db)
  await sql`
    insert into series (client_id, professional_id, status, request_id, service_type, time_zone, address, city, state, zip_code,
      next_date, created_at)
    select client_id, professional_id, 'active', id, service_type, ${HOME_ZONE}, address, city, state, zip_code,
      current_date + 49 + row_number() over (partition by professional_id order by id)::integer, now()
    from bookings`.execute(db)
  await sql`
    insert into series_terms (series_id, from_date, first_date, cleaning_frequency, booking_time, estimated_hours, hourly_rate_cents)
    select id, next_date, next_date, 'weekly', '09:00', 2, 6500 from series`.execute(db)
  await sql`
    update bookings set series_id = series.id, series_date = next_date - 350 from series where request_id = bookings.id`.execute(
    db,
  )
  // Only series older than agreements have none; the job makes theirs once.
  await sql`
    insert into agreements (series_id, version, because, made_at, included, columns, hash)
    select id, 1, 'accepted', now(), '{}', '[]', repeat('0', 64) from series`.execute(db)
  await sql`
    insert into series_visits (series_id, date, status)
    select series_id, series_date, 'booked' from bookings where series_id is not null`.execute(db)
}
