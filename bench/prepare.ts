import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { openConnection } from './connection.ts'
import { printTable, startProcess, withPostgres } from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'
import { hasPgBouncer, pgBouncerPrepares, startPgBouncer } from '../tools/pgbouncer/pgbouncer.ts'
import { Times } from './times.ts'

/**
 * What DATABASE_PREPARE=off costs, and a pooler on top: requests per second of the complete server with 8 connections,
 * in turns within one run. Without PgBouncer its columns are left out, before 1.21 those of DATABASE_PREPARE=on.
 * BENCH_ROUNDS sets the number of rounds.
 */
const CONNECTIONS = 8
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = 1.5
const PREPARED_MAX = 200
const SEARCH = '/api/professionals/search/enhanced?zip_code=10025'
const READS = [
  { name: 'session look-up', path: () => '/api/auth/me' },
  { name: 'search, cached', path: () => SEARCH },
  // Another price each time, so that no answer is cached.
  {
    name: 'search, not cached',
    path: (n: number) => `${SEARCH}&max_rate=${30 + (n % 5000) / 100}`,
  },
]

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_prepare')
  const database = openDatabase(url)
  await fillWithProfessionals(database.kysely, 10_000)
  const cookies = await signIn(database.kysely)
  await database.close()
  const pooler = hasPgBouncer ? await startPgBouncer(url) : undefined
  const preparing = pgBouncerPrepares
    ? await startPgBouncer(url, 'transaction', 4, PREPARED_MAX)
    : undefined
  const start = (env: Record<string, string>) =>
    startProcess('./lustra-server.ts', { DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000', ...env })
  const variants = [
    { name: 'on', server: await start({ DATABASE_URL: url, DATABASE_PREPARE: 'on' }) },
    { name: 'off', server: await start({ DATABASE_URL: url, DATABASE_PREPARE: 'off' }) },
  ]
  for (const [prepare, behind] of [
    ['off', pooler],
    ['on', preparing],
  ] as const) {
    if (!behind) continue
    const env = { DATABASE_URL: behind.url, DATABASE_DIRECT_URL: url, DATABASE_PREPARE: prepare }
    variants.push({ name: `PgBouncer, ${prepare}`, server: await start(env) })
  }
  try {
    const rows = []
    for (const read of READS) rows.push(await measured(read, variants, cookies))
    const [first, ...others] = variants.map(({ name }) => name)
    printTable(`read | ${first} /s${others.map((name) => ` | ${name} /s | of on`).join('')}`, rows)
  } finally {
    for (const { server } of variants) await server.stop()
    await pooler?.stop()
    await preparing?.stop()
  }
})

/** Gives some of the people a session. Returns their tokens. */
async function signIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    with people as (select id from users limit ${CONNECTIONS}), added as (
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(id::text::bytea), id, now() + interval '30 days' from people
    )
    select id as token from people`.execute(db)
  return rows.map(({ token }) => token)
}

async function measured(
  { name, path }: (typeof READS)[number],
  variants: { server: BenchProcess }[],
  cookies: string[],
): Promise<string[]> {
  const times = variants.map(() => new Times())
  let n = 0
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { server }] of variants.entries()) {
      const connections = await Promise.all(cookies.map(() => openConnection(server.port)))
      const workers = connections.map((connection, at) => () => {
        n += 1
        return connection.get(path(n), { headers: [`cookie: lustra_session=${cookies[at]}`] })
      })
      await (round === 0 ? new Times() : times[index]!).measure(workers, ROUND_SECONDS)
      for (const connection of connections) connection.close()
    }
  }
  const [on, ...others] = times.map(({ perSecond }) => perSecond)
  return [
    name,
    on!.toFixed(0),
    ...others.flatMap((perSecond) => [perSecond.toFixed(0), (perSecond / on!).toFixed(2)]),
  ]
}
