import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { grantRequestRights } from '#server/db/request-role.ts'
import type { RequestRole } from '#server/db/request-role.ts'
import { limitRole } from '#server/db/role-limits.ts'
import { loadPlaces } from '#server/places/load-places.ts'
import { migrateQueue } from '#server/queue/queue.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

const FOLDER = new URL('../../schema/', import.meta.url)
/** Applied again by each migration, because functions are code. rule: migrations */
const FUNCTIONS = 'functions.sql'
/** The first file of the schema of before. */
const BEFORE = '0001_identity.sql'
const POSTGRES_VERSION_MIN = 150_000
/** The key of the advisory lock that lets only one process migrate at a time. Its value has no meaning. */
const LOCK_KEY = 7_105_114_017
const TURN_MS_MAX = 60_000
const TURN_POLL_MS = 200
/** Everybody else waits behind a statement that waits for a table, so it gives up soon. */
const LOCK_MS = 200
/**
 * Every fifth attempt waits longer than `deadlock_timeout` (1 s), so that PostgreSQL cancels an autovacuum that holds
 * the lock.
 */
const LONG_LOCK_MS = 2000
const LONG_EVERY = 5
/** An index that is built concurrently waits for others, and nobody waits for it. */
const NO_LIMITS = 'set lock_timeout = 0; set statement_timeout = 0'
const TABLE_IN_USE = '55P03'
/** How long a file is tried again. Requests go on in the pauses, and two migrations do not keep step. */
const TABLE_MS_MAX = 60_000
const TABLE_PAUSE_MS_MIN = 300
const TABLE_PAUSE_MS_MAX = 2000
const CANCELLED = '57014'
const NOT_ALLOWED = '42501'
/** The statement of a migration that was killed ends, so the next one waits no longer. Not every system knows it. */
const END_WITH_CLIENT = "set client_connection_check_interval = '1s'"

const BUSY =
  'Another process has been migrating this database for a minute. Wait until it ends; if none runs, end the session `lustra migrate` of the database, which a pooler may hold.'
const OLDER =
  'The database is of an older version. Run `npm run migrate` first, with DATABASE_MIGRATE_URL if the user of DATABASE_URL does not own the tables.'
const ANOTHER =
  'The data was written by a version with another schema, and stays as it is. To keep it, start that version and export it: pg_dump, or a copy of DATA_DIR. Then start this one with an empty DATA_DIR or database.'
const NEWER =
  'The database is of a newer version that this one does not understand. Start the newer version, or one release before it.'

type MigrateOptions = {
  requestRole?: RequestRole
  /** Tests migrate from a folder of their own. */
  folder?: URL
  turnMsMax?: number
  tableMsMax?: number
  lockMs?: number
}

/**
 * Brings a database up to this version. First applies the functions, then the new files of server/schema in the order
 * of their names, each in one transaction unless it says otherwise. Then applies the queue's own migrations, loads the
 * table of places, and gives the role of requests its rights. Changes nothing in a newer database. It may run again,
 * and in two processes at once. Throws StartupProblem. rule: migrations
 */
export async function migrate(
  databaseUrl: string,
  {
    requestRole,
    folder = FOLDER,
    turnMsMax = TURN_MS_MAX,
    tableMsMax = TABLE_MS_MAX,
    lockMs = LOCK_MS,
  }: MigrateOptions = {},
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await takeTurn(client, turnMsMax)
    const { missing, isNewer } = await compareSchema(client, folder)
    if (isNewer && missing.length === 0) return
    await client.query(END_WITH_CLIENT).catch(() => {})
    await client.query(limits(lockMs))
    await applyFiles(client, folder, missing, { tableMsMax, lockMs })
    await client.query(limits(LONG_LOCK_MS))
    await migrateQueue(databaseUrl)
    await loadPlaces(client)
    await limitRole(client)
    if (requestRole && !(await grantRequestRights(client, requestRole))) {
      throw new StartupProblem('The user of DATABASE_URL is no role of the database. Create it.')
    }
  })
}

/**
 * Migrates if the role of this address may; otherwise another one has to have done it before. Throws StartupProblem if
 * it has not. Returns whether this role may. rule: migrations
 */
export async function migrateIfOwner(databaseUrl: string): Promise<boolean> {
  const isOwner = await ownsTables(databaseUrl)
  await (isOwner ? migrate(databaseUrl) : requireSchema(databaseUrl))
  return isOwner
}

/** Whether the role of this address could change the schema. */
export async function ownsTables(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, mayMigrate)
}

/**
 * Throws StartupProblem if the database is older, or newer than this version understands. Then gives the role its
 * limits, which the owner may not. rule: migrations, database-lost
 */
export async function requireSchema(databaseUrl: string, folder = FOLDER): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { missing } = await compareSchema(client, folder)
    if (missing.length > 0 || !(await haveLoaded(client))) throw new StartupProblem(OLDER)
    await limitRole(client)
  })
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'lustra migrate',
  })
  // A connection that is lost between two statements: the next one says so.
  client.on('error', () => {})
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

/** Asks again and again: an index that is built concurrently would wait for a statement that waits for the lock. */
async function takeTurn(client: pg.Client, msMax: number): Promise<void> {
  const end = performance.now() + msMax
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_mine', [LOCK_KEY])
    if (rows[0].is_mine) return
    if (performance.now() > end) throw new StartupProblem(BUSY)
    await wait(TURN_POLL_MS)
  }
}

async function applyFiles(
  client: pg.Client,
  folder: URL,
  names: string[],
  { tableMsMax, lockMs }: { tableMsMax: number; lockMs: number },
): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), needs text)',
  )
  await applyFunctions(client, folder)
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const end = performance.now() + tableMsMax
    for (let attempt = 1; ; attempt++) {
      try {
        await applyFile(client, { name, text, lockMs: lockMsOf(attempt, lockMs) })
        break
      } catch (error) {
        const { code } = error as { code?: string }
        if (code !== TABLE_IN_USE || performance.now() > end) throw problemOf(error, name)
        await wait(randomInt(TABLE_PAUSE_MS_MIN, TABLE_PAUSE_MS_MAX))
      }
    }
  }
}

/** Bodies may name tables that a file after this one creates. */
async function applyFunctions(client: pg.Client, folder: URL): Promise<void> {
  const text = await readFile(new URL(FUNCTIONS, folder), 'utf8')
  try {
    await client.query(`set check_function_bodies = off; ${text}; set check_function_bodies = on`)
  } catch (error) {
    throw problemOf(error, FUNCTIONS)
  }
}

/** How long each lock of this try is waited for. */
export function lockMsOf(attempt: number, lockMs = LOCK_MS): number {
  return attempt % LONG_EVERY === 0 ? LONG_LOCK_MS : lockMs
}

const limits = (lockMs: number) => `set lock_timeout = ${lockMs}; set statement_timeout = '10min'`

async function applyFile(
  client: pg.Client,
  { name, text, lockMs }: { name: string; text: string; lockMs: number },
): Promise<void> {
  await client.query(limits(lockMs))
  const { isOutside, needs } = readHeader(text)
  if (isOutside) {
    await client.query(NO_LIMITS)
    // Several statements at once would be one transaction.
    for (const statement of text.split(/;\s*$/m)) await client.query(statement)
    await client.query(limits(lockMs))
    return record(client, name, needs)
  }
  try {
    await client.query('begin')
    await client.query(text)
    await record(client, name, needs)
    await client.query('commit')
  } catch (error) {
    // If the connection is lost, the first error says why.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function record(client: pg.Client, name: string, needs: string | undefined): Promise<void> {
  await client.query('insert into migrations (name, needs) values ($1, $2)', [name, needs ?? null])
}

/**
 * Reads the comments at the beginning of a migration: whether it runs outside a transaction, and the migration that
 * every server that runs has to know. rule: migrations
 */
export function readHeader(text: string): { isOutside: boolean; needs: string | undefined } {
  const header = /^(?:--.*\n)*/.exec(text)![0]
  return {
    isOutside: /^-- Outside a transaction\.$/m.test(header),
    needs: /^-- Needs (\d{4}_[a-z_]+\.sql)\.$/m.exec(header)?.[1],
  }
}

function problemOf(error: unknown, name: string): Error {
  const { code } = error as { code?: string }
  if (code === TABLE_IN_USE)
    return new StartupProblem(
      `Migration ${name} waited in vain for a table that others use, and changed nothing. Run it again when long transactions have ended.`,
    )
  if (code === CANCELLED)
    return new StartupProblem(
      `Migration ${name} took longer than 10 minutes, or was cancelled, and changed nothing. Run it again when less runs.`,
    )
  if (code === NOT_ALLOWED)
    return new StartupProblem(
      `Migration ${name}: ${(error as Error).message}. docs/operating.md says at DATABASE_MIGRATE_URL what the owner of the tables needs.`,
    )
  return new Error(`Migration ${name} failed (${code ?? 'no code'})`, { cause: error })
}

/**
 * Which files this database has not applied, in their order, and whether it has applied others. Throws StartupProblem
 * if it has another schema, or if one of the others needs a migration that is not here. rule: migrations
 */
async function compareSchema(
  client: pg.Client,
  folder: URL,
): Promise<{ missing: string[]; isNewer: boolean }> {
  const files = (await readdir(folder)).filter((name) => /^\d.*\.sql$/.test(name)).toSorted()
  const { rows: tables } = await client.query("select to_regclass('migrations') as found")
  if (tables[0].found === null) return { missing: files, isNewer: false }
  // A database of the schema of before may lack the column `needs`.
  const { rows } = await client.query<{ name: string; needs: string | null }>(
    "select name, to_jsonb(migrations) ->> 'needs' as needs from migrations",
  )
  if (rows.some(({ name }) => name === BEFORE)) throw new StartupProblem(ANOTHER)
  const known = new Set(files)
  const others = rows.filter(({ name }) => !known.has(name))
  if (others.some(({ needs }) => needs !== null && !known.has(needs)))
    throw new StartupProblem(NEWER)
  const applied = new Set(rows.map(({ name }) => name))
  return { missing: files.filter((file) => !applied.has(file)), isNewer: others.length > 0 }
}

/** Another version of the table of places is as good for a server. */
async function haveLoaded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select exists (select from places_version) as loaded')
  return rows[0].loaded
}
