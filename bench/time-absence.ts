import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { bookingBody, dateAfter } from './booking-body.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { HOME } from './bookings-data.ts'
import { fillWithHours, HOME_ZONE } from './time-people.ts'
import { Delays } from './times.ts'

const PROFESSIONALS = 40
const VISITS = 40

/**
 * How long a professional waits for an absence with 40 visits of as many clients. And how long after the answer to an
 * instant booking free times and search still show its time.
 */
export async function measureAbsence({ createDatabase, folder }: BenchPostgres): Promise<void> {
  const url = await createDatabase('lustra_bench_absence')
  const database = openDatabase(url)
  const db = database.kysely
  const counts = { clients: 1000, professionals: PROFESSIONALS, history: 5000 }
  const { clients, professionals } = await fillWithHours(db, counts, { from: 480, to: 1200 })
  await sql`
    insert into bookings (client_id, professional_id, status, service_type, cleaning_frequency, booking_date, booking_time, time_zone,
      starts_at, ends_at, address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, expires_at)
    select (array(select id from users where role = 'client'))[n + 1], user_id, 'accepted', 'standard', 'one_time', day, time,
      ${HOME_ZONE}, starts_at, starts_at + interval '1 hour', '100 Congress Ave', ${HOME.city}, ${HOME.state}, ${HOME.zip_code},
      1, 6500, 6500, starts_at
    from professionals, generate_series(0, ${VISITS - 1}::integer) as n,
      lateral (select current_date + 2 + n / 8 as day, make_time(9 + n % 8, 0, 0) as time) as wall,
      lateral (select (day + time) at time zone ${HOME_ZONE} as starts_at) as instant`.execute(db)
  const server = await startLustra(url, folder)
  const connection = await openConnection(server.port)
  const [absence, seen] = [new Delays(), new Delays()]
  try {
    for (const { id, cookie } of professionals.slice(0, PROFESSIONALS / 2)) {
      const body = {
        kind: 'ill',
        from_date: dateAfter(1),
        to_date: dateAfter(10),
        message: 'I am ill.',
      }
      const began = performance.now()
      const path = `/api/professional/absences/${id}`
      const answer = await connection.write('POST', path, [`cookie: ${cookie}`], body)
      absence.add(performance.now() - began)
      if (answer.status !== 200 || JSON.parse(answer.body).told !== VISITS)
        throw new Error(answer.body)
    }
    for (const [index, { id }] of professionals.slice(PROFESSIONALS / 2).entries()) {
      const client = clients[100 + index]!
      const time = { booking_date: dateAfter(20), booking_time: '10:00' }
      const before = await freeAt(server.port, id, time)
      const body = bookingBody(client, { id }, { ...time, instant: true })
      const headers = [`cookie: ${client.cookie}`]
      const booked = await connection.write('POST', '/api/bookings', headers, body)
      if (booked.status !== 200) throw new Error(booked.body)
      const began = performance.now()
      const after = await freeAt(server.port, id, time)
      seen.add(performance.now() - began)
      const isSeen = before.slot && !after.slot && after.total === before.total - 1
      if (!isSeen) throw new Error(JSON.stringify({ before, after }))
    }
  } finally {
    connection.close()
    await server.stop()
    await database.close()
  }
  printTable('measured | times | p50 ms | longest ms', [
    [
      `absence with ${VISITS} visits`,
      absence.count,
      absence.at(0.5).toFixed(0),
      absence.at(1).toFixed(0),
    ],
    [
      'booking seen by slots and search',
      seen.count,
      seen.at(0.5).toFixed(0),
      seen.at(1).toFixed(0),
    ],
  ])
}

/** Whether slots offer the time, and how many a search for it finds. */
async function freeAt(
  port: number,
  id: string,
  when: { booking_date: string; booking_time: string },
) {
  const origin = `http://127.0.0.1:${port}`
  const { booking_date: date, booking_time: time } = when
  const zip = `zip_code=${HOME.zip_code}`
  const slots = await fetch(
    `${origin}/api/professional/slots/${id}?${zip}&hours=2&from=${date}&to=${date}`,
  )
  const search = await fetch(
    `${origin}/api/professionals/search/enhanced?${zip}&date=${date}&time=${time}`,
  )
  const { days } = (await slots.json()) as { days: { slots: { time: string }[] }[] }
  const { total } = (await search.json()) as { total: number }
  return { slot: days[0]!.slots.some((slot) => slot.time === time), total }
}
