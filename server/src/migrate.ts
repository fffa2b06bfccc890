import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { loadPlaces } from '#server/features/locations/load-places.ts'
import { migrateQueue } from '#server/queue/queue.ts'
import { StartupProblem } from './startup-problem.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
const POSTGRES_VERSION_MIN = 150_000
/** The key of the advisory lock that lets only one process migrate at a time. Its value has no meaning. */
const LOCK_KEY = 7_105_114_017

/**
 * Brings a database up to this version. First applies new files of server/migrations in the order of their names, each
 * in one transaction. Then applies the queue's own migrations and loads the table of places. It may run again, and in
 * two processes at once. rule: migrations
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'lustra migrate',
  })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version",
    )
    if (rows[0].version < POSTGRES_VERSION_MIN) {
      throw new StartupProblem(
        'Lustra needs PostgreSQL 15 or newer; DATABASE_URL names an older one.',
      )
    }
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await applyFiles(client)
    await migrateQueue(databaseUrl)
    await loadPlaces(client)
  } finally {
    await client.end()
  }
}

async function applyFiles(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const name of files.filter((file) => !applied.has(file))) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    try {
      await client.query('begin')
      await client.query(text)
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${name} failed`, { cause: error })
    }
  }
}
