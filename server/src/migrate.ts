import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { grantRequestRights } from '#server/db/request-role.ts'
import type { RequestRole } from '#server/db/request-role.ts'
import { isLoaded, loadPlaces } from '#server/features/locations/load-places.ts'
import { migrateQueue } from '#server/queue/queue.ts'
import { StartupProblem } from './startup-problem.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
const POSTGRES_VERSION_MIN = 150_000
/** The key of the advisory lock that lets only one process migrate at a time. Its value has no meaning. */
const LOCK_KEY = 7_105_114_017

/**
 * Brings a database up to this version. First applies new files of server/migrations in the order of their names, each
 * in one transaction. Then applies the queue's own migrations, loads the table of places, and gives the role of
 * requests its rights. It may run again, and in two processes at once. rule: migrations, database-roles
 */
export async function migrate(databaseUrl: string, requestRole?: RequestRole): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await applyFiles(client)
    await migrateQueue(databaseUrl)
    await loadPlaces(client)
    if (requestRole && !(await grantRequestRights(client, requestRole))) {
      throw new StartupProblem('The user of DATABASE_URL is no role of the database. Create it.')
    }
  })
}

/**
 * Migrates if the role of this address may; otherwise another one has to have done it before. Throws StartupProblem if
 * it has not. Returns whether this role may. rule: database-roles
 */
export async function migrateIfOwner(databaseUrl: string): Promise<boolean> {
  const isOwner = await withClient(databaseUrl, async (client) => {
    if (await mayMigrate(client)) return true
    if ((await missingFiles(client)).length === 0 && (await isLoaded(client))) return false
    throw new StartupProblem(
      'The database is of another version, and its user may not change that. Run `npm run migrate` with DATABASE_MIGRATE_URL first.',
    )
  })
  if (isOwner) await migrate(databaseUrl)
  return isOwner
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
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
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The owner of the tables may. Where there are none yet, trying shows it. */
async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(
      (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('migrations')), true
    ) as may`,
  )
  return rows[0]!.may
}

async function applyFiles(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const name of await missingFiles(client)) {
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

/** The files that this database has not applied, in their order. */
async function missingFiles(client: pg.Client): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const { rows: tables } = await client.query("select to_regclass('migrations') as found")
  if (tables[0].found === null) return files
  const { rows } = await client.query('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  return files.filter((file) => !applied.has(file))
}
