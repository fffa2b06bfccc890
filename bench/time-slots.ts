import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { dateAfter } from './booking-body.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { HOME } from './bookings-data.ts'
import { fillWithHours, HOME_ZONE } from './time-people.ts'
import { measureInTurns } from './times.ts'

const PROFESSIONALS = 60
const VISITS_EACH = 200
const BUSY_EACH = 1000
const DAYS = 31
const CONNECTIONS = [1, 8]
const ROUNDS = 5
const ROUND_SECONDS = 1.2
const VARIANTS = ['slots, first time', 'slots, kept', 'search, kept'] as const
type Variant = (typeof VARIANTS)[number]

/**
 * The free times of 31 days over HTTP, of professionals with many visits and busy times: asked the first time, kept,
 * and beside them kept searches.
 */
export async function measureSlots({ createDatabase, folder }: BenchPostgres): Promise<void> {
  const url = await createDatabase('lustra_bench_slots')
  const database = openDatabase(url)
  const db = database.kysely
  const counts = { clients: 100, professionals: PROFESSIONALS, history: 1000 }
  const { professionals } = await fillWithHours(db, counts, { from: 480, to: 1320 })
  await db.connection().execute(fillDays)
  const server = await startLustra(url, folder)
  try {
    const paths = professionals.flatMap(({ id }) =>
      [1, 2, 3, 4].map(
        (hours) =>
          `/api/professional/slots/${id}?zip_code=${HOME.zip_code}&hours=${hours}&from=${dateAfter(1)}&to=${dateAfter(DAYS)}`,
      ),
    )
    const search = `/api/professionals/search/enhanced?zip_code=${HOME.zip_code}`
    const pathsOf: Record<Variant, string[]> = {
      'slots, first time': paths,
      'slots, kept': paths.slice(0, 20),
      'search, kept': ['rating', 'price', 'experience', 'newest'].map(
        (sort_by) => `${search}&sort_by=${sort_by}`,
      ),
    }
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      async (variant, count, into) => {
        // A new version of each professional's time, so that nothing kept is current.
        await sql`insert into time_changes (professional_id) select user_id from professionals`.execute(
          db,
        )
        await sql`truncate search_times_due`.execute(db)
        const connections = await Promise.all(
          Array.from({ length: count }, () => openConnection(server.port)),
        )
        const all = pathsOf[variant]
        if (variant !== 'slots, first time') for (const path of all) await connections[0]!.get(path)
        let next = 0
        const workers = connections.map((connection) => async () => {
          // A second answer for the same address is kept.
          if (variant === 'slots, first time' && next >= all.length) return false
          return connection.get(all[next++ % all.length]!)
        })
        await into.measure(workers, ROUND_SECONDS)
        for (const connection of connections) connection.close()
      },
    )
    printTable(
      'asked | connections | per second | of kept searches | p50 ms | p99 ms',
      CONNECTIONS.flatMap((count) =>
        VARIANTS.map((variant) => {
          const times = timesOf(variant, count)
          const ratio = times.perSecond / timesOf('search, kept', count).perSecond
          const figures = [times.at(0.5).toFixed(2), times.at(0.99).toFixed(2)]
          return [variant, count, times.perSecond.toFixed(0), ratio.toFixed(2), ...figures]
        }),
      ),
    )
  } finally {
    await server.stop()
    await database.close()
  }
}

/** Four visits of two hours and twenty busy times of twenty minutes on each of fifty days. */
async function fillDays(db: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    insert into bookings (client_id, professional_id, status, service_type, cleaning_frequency, booking_date, booking_time, time_zone,
      starts_at, ends_at, address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, expires_at)
    select (select id from users where role = 'client' order by id limit 1), user_id, 'accepted', 'standard', 'one_time', day, time,
      ${HOME_ZONE}, starts_at, starts_at + interval '2 hours', '100 Congress Ave', ${HOME.city}, ${HOME.state}, ${HOME.zip_code},
      2, 6500, 13000, starts_at
    from professionals, generate_series(0, ${VISITS_EACH - 1}::integer) as n,
      lateral (select current_date + 1 + n / 4 as day, make_time(8 + n % 4 * 3, 0, 0) as time) as wall,
      lateral (select (day + time) at time zone ${HOME_ZONE} as starts_at) as instant`.execute(db)
  await sql`
    insert into busy_calendars (professional_id, label, kind, state, created_at)
    select user_id, 'Home', 'file', 'ok', now() from professionals`.execute(db)
  await sql`
    insert into busy_times (professional_id, calendar_id, uid_hash, starts_at, ends_at)
    select professional_id, id, int4send(n), starts_at, starts_at + interval '20 minutes'
    from busy_calendars, generate_series(0, ${BUSY_EACH - 1}::integer) as n,
      lateral (select (current_date + 1 + n / 20 + make_time(n % 20, 0, 0)) at time zone ${HOME_ZONE} as starts_at) as instant`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}
