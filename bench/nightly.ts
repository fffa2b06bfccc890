import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { whyNotOwner } from '#server/features/professionals/picture-storage.ts'
import { JOBS, SCHEDULE } from '#server/jobs.ts'
import { printTable, withPostgres } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'

/**
 * Every scheduled job once in a world with BENCH_SUBSCRIBERS: a day of renewals, announcements of three days, some
 * thousand visits that are over or near, expired sessions, and three pictures of each professional. For each job its
 * time, its longest transaction, and by how much the process grew.
 */
const SUBSCRIBERS = Number(process.env['BENCH_SUBSCRIBERS'] ?? 200_000)
const CLIENTS = SUBSCRIBERS / 4
/** What collects while the jobs do not run for some hours. */
const VISITS = SUBSCRIBERS / 40
const EXPIRED_SESSIONS = SUBSCRIBERS
const LOOK_EVERY_MS = 10
const SHOWN_FROM_MS = 100

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_nightly')
  const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: folder })
  const context = await createContext(config, url, { logLevel: 'error' })
  const { db } = context
  await fillWithProfessionals(db, SUBSCRIBERS)
  await db.connection().execute(async (on) => {
    await sql`set statement_timeout = 0`.execute(on)
    await sql`set session_replication_role = replica`.execute(on)
    await insertSubscriptions(on)
    await insertVisits(on)
    await sql`
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(n::text::bytea), (select id from users limit 1), now() - interval '1 hour'
      from generate_series(1, ${EXPIRED_SESSIONS}::integer) as n`.execute(on)
    await sql`reset all`.execute(on)
  })
  await sql`vacuum analyze`.execute(db)
  // While the storage is empty, the database takes it.
  await whyNotOwner(context)
  await storePictures(config.uploadsDir, SUBSCRIBERS)
  const rows: string[][] = []
  const others = { ms: 0, longestMs: 0, grownMb: 0 }
  const looked = await look(url)
  for (const { job } of SCHEDULE) {
    looked.begin()
    const start = performance.now()
    await JOBS[job](context, {}).catch((error: unknown) => {
      throw new Error(`${job} failed.`, { cause: error })
    })
    const ms = performance.now() - start
    if (ms < SHOWN_FROM_MS) {
      others.ms += ms
      others.longestMs = Math.max(others.longestMs, looked.longestMs())
      others.grownMb += looked.grownMb()
    } else rows.push(row(job, { ms, longestMs: looked.longestMs(), grownMb: looked.grownMb() }))
  }
  await looked.end()
  rows.push(row(`the other ${SCHEDULE.length - rows.length} together`, others))
  printTable('job | s | longest transaction ms | memory more MB', rows)
  console.log(`\n${await amounts(db)}`)
  await context.close()
})

type Used = { ms: number; longestMs: number; grownMb: number }

function row(name: string, { ms, longestMs, grownMb }: Used): string[] {
  return [name, (ms / 1000).toFixed(1), longestMs.toFixed(0), grownMb.toFixed(0)]
}

/** Each pays on another day of the month: one thirtieth is due today. */
async function insertSubscriptions(db: Db): Promise<void> {
  await sql`
    update subscriptions set customer_id = 'cus_' || professional_id, provider_subscription_id = 'sub_' || professional_id,
      paid_until = now() + (random() * 30 - 1) * interval '1 day'`.execute(db)
  await sql`
    insert into simulated_subscriptions (id, owner_id, customer_id, amount_cents)
    select provider_subscription_id, professional_id, customer_id, 999 from subscriptions`.execute(
    db,
  )
  await sql`
    insert into simulated_payments (id, subscription_id, amount_cents, created_at, period_start, period_end, paid_at, status)
    select 'in_' || professional_id, provider_subscription_id, 999, paid_until - interval '1 month',
      paid_until - interval '1 month', paid_until, paid_until - interval '1 month', 'paid'
    from subscriptions`.execute(db)
}

/** Accepted visits from 50 hours ago to 22 hours from now. */
async function insertVisits(db: Db): Promise<void> {
  await sql`
    insert into users (role, email, first_name, last_name, phone, password_hash, email_verified_at)
    select 'client', 'client-' || n || '@bench.example', 'Pat', 'Client' || n, '512-555-0100', '-', now()
    from generate_series(1, ${CLIENTS}::integer) as n`.execute(db)
  await sql`
    insert into bookings (
      client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at, ends_at,
      address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, status, created_at, expires_at, answered_at)
    select clients[1 + n % cardinality(clients)], professionals[1 + n % cardinality(professionals)], 'standard', 'one_time',
      day, '09:00', 'America/Chicago', day, day + interval '2 hours', '100 Congress Ave', 'Austin', 'TX', '78701', 2, 6500, 13000,
      'accepted', now() - interval '7 days', now() + interval '7 days', now() - interval '6 days'
    from (select array_agg(id) as clients from users where role = 'client') as client,
      (select array_agg(user_id) as professionals from professionals) as professional,
      generate_series(1, ${VISITS}::integer) as n,
      lateral (select now() + (n * 72.0 / ${VISITS}::integer - 50) * interval '1 hour' as day) as at`.execute(
    db,
  )
}

/** Empty files with the names that the professionals' pictures have. */
async function storePictures(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  for (let n = 1; n <= count; n++) {
    const id = `${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`
    await Promise.all(
      [md5(id), md5(`${id}a`), md5(`${id}b`)].map((name) =>
        writeFile(join(folder, `${name}.webp`), ''),
      ),
    )
  }
}

/** Looks all the time how old the oldest transaction is, and how large this process. */
async function look(url: string) {
  const client = new pg.Client({ connectionString: url })
  // If a job fails, its error is the one to see.
  client.on('error', () => {})
  await client.connect()
  let [longest, before, most] = [0, 0, 0]
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ ms: number | null }>(`
        select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
      longest = Math.max(longest, rows[0]!.ms ?? 0)
      most = Math.max(most, process.memoryUsage.rss())
      await wait(LOOK_EVERY_MS)
    }
  })()
  // If a job fails, its error is the one to see.
  looking.catch(() => {})
  return {
    begin() {
      longest = 0
      most = before = process.memoryUsage.rss()
    },
    longestMs: () => longest,
    grownMb: () => (most - before) / 2 ** 20,
    async end() {
      over.abort()
      await looking
      await client.end()
    },
  }
}

/** What the jobs did, so that a job that had nothing to do shows. */
async function amounts(db: Db): Promise<string> {
  const { rows } = await sql<{ amounts: string }>`
    select concat_ws(', ',
      (select count(*) from notices where kind like 'reminder.%') || ' reminders',
      (select count(*) from notices where kind = 'review.ask') || ' questions for a review',
      (select count(*) from bookings where status = 'completed') || ' visits completed',
      (select count(*) from events where kind = 'subscription.renewal_soon') || ' renewals announced',
      (select count(*) from events where kind = 'payment.paid') || ' renewals paid',
      (select count(*) from sessions) || ' sessions left',
      (select count(*) from unused_files) || ' pictures unused') as amounts`.execute(db)
  return rows[0]!.amounts
}
