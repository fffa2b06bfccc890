import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { databaseLine, standbyLine } from './database-line.ts'

export type AddressSettings = Pick<Config, 'databaseDirectUrl' | 'databasePrepares'>

/**
 * Checks that connections to the addresses of a database do what the server needs of them: the direct one leads to no
 * standby and keeps its session, a transaction and prepared statements work at the other, and both are the same role in
 * the same database. Throws StartupProblem that names the setting to change. rule: connections-bounded
 */
export async function checkAddresses(
  url: string,
  { databaseDirectUrl, databasePrepares = true }: Partial<AddressSettings>,
): Promise<void> {
  const directUrl = databaseDirectUrl ?? url
  const direct = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  await withTwo(directUrl, direct, async (one, other) => {
    if (!(await keepsSession(one, other)))
      throw new StartupProblem(
        databaseDirectUrl
          ? 'DATABASE_DIRECT_URL leads through a pooler that is not in session mode. It has to name the database itself.'
          : 'DATABASE_URL leads through a pooler that is not in session mode. Set DATABASE_DIRECT_URL to the address of the database itself.',
      )
    const { rows } = await one.query('select pg_is_in_recovery() as is_standby')
    if (rows[0].is_standby) throw new StartupProblem(standbyLine(direct))
    if (!databaseDirectUrl) return
    await withTwo(url, 'DATABASE_URL', async (pooled, otherPooled) => {
      if (!(await isSame(one, pooled)))
        throw new StartupProblem(
          'DATABASE_DIRECT_URL has to lead to the database of DATABASE_URL, with the same user.',
        )
      await pooled.query('begin')
      await pooled.query('commit')
      if (databasePrepares && !(await keepsNames(pooled, otherPooled)))
        throw new StartupProblem(
          'DATABASE_PREPARE has to be off, because the pooler of DATABASE_URL does not know prepared statements.',
        )
    })
  })
}

/** Checks that migrations can keep their session at this address. Throws StartupProblem. rule: connections-bounded */
export async function checkMigrateAddress(url: string): Promise<void> {
  await withTwo(url, 'DATABASE_MIGRATE_URL', async (one, other) => {
    if (!(await keepsSession(one, other)))
      throw new StartupProblem(
        'DATABASE_MIGRATE_URL leads through a pooler that is not in session mode. It has to name the database itself.',
      )
  })
}

type Check = (one: pg.Client, other: pg.Client) => Promise<void>

async function withTwo(url: string, setting: string, check: Check): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: 'lustra start',
        connectionTimeoutMillis: 5000,
      }),
  )
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    await check(clients[0]!, clients[1]!)
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    const line = databaseLine(error, setting)
    throw pooledProblem(error, setting) ?? (line ? new StartupProblem(line) : error)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** Explains an error by which PgBouncer refuses a connection. It has the code of a broken protocol. */
function pooledProblem(error: unknown, setting: string): StartupProblem | undefined {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== '08P01') return undefined
  if (message.includes('statement pooling mode'))
    return new StartupProblem(
      `${setting} leads through a pooler in statement mode. Set its pool_mode to transaction.`,
    )
  if (message.includes('startup parameter'))
    return new StartupProblem(
      `${setting} has parameters that its pooler refuses. Take them out of the address.`,
    )
  return new StartupProblem(
    `${setting} leads to a pooler that refuses this user or database. Check both there.`,
  )
}

/**
 * Whether each connection keeps its session. In transaction mode the second one gets the session of the first, or the
 * first gets another.
 */
async function keepsSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const mark = randomBytes(8).toString('hex')
  await one.query("select set_config('lustra.start', $1, false)", [mark])
  await other.query('begin')
  const { rows: others } = await other.query(
    "select current_setting('lustra.start', true) as found",
  )
  const { rows: own } = await one.query("select current_setting('lustra.start', true) as found")
  await other.query('commit')
  return own[0].found === mark && others[0].found !== mark
}

/** The other connection holds what this one has just used, so that a pooler gives it another. */
async function keepsNames(one: pg.Client, other: pg.Client): Promise<boolean> {
  const statement = { name: `start_${randomBytes(8).toString('hex')}`, text: 'select 1' }
  await one.query(statement)
  await other.query('begin')
  const isKnown = await other
    .query(statement)
    .then(() => one.query(statement))
    .then(
      () => true,
      () => false,
    )
  await other.query('rollback')
  return isKnown
}

/** A lock that one connection takes is seen by the other only in the same database of the same cluster. */
async function isSame(direct: pg.Client, pooled: pg.Client): Promise<boolean> {
  const key = randomInt(1, 2 ** 31 - 1)
  const { rows: own } = await direct.query(
    'select current_user as role, pg_advisory_lock($1) is null',
    [key],
  )
  const { rows } = await pooled.query(
    `select exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
        and datname = current_database()
    ) and current_user = $2 as is_same`,
    [key, own[0].role],
  )
  return rows[0].is_same
}
