import pg from 'pg'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { resourceRefusalOf } from './database-problem.ts'

/** A replica that is away may not hold up the start. */
const CONNECT_MS_MAX = 2000

/** Tells one database from all others, and not from its replicas. */
const LOOK_SQL = `select pg_is_in_recovery() as is_standby, (select system_identifier from pg_control_system()) || ' ' || (
  select oid from pg_database where datname = current_database()) || ' ' || current_user as identity`

type Found = { is_standby: boolean; identity: string }

/**
 * Checks that DATABASE_READ_URL leads to a replica of the database of DATABASE_URL, with the same user. One
 * that does not
 * answer now is no problem. Throws StartupProblem. rule: read-replicas
 */
export async function checkReadAddress(url: string, readUrl: string | undefined): Promise<void> {
  if (readUrl === undefined) return
  const own = await lookAt(url)
  const found = await lookAt(readUrl).catch((error: unknown) => {
    if (resourceRefusalOf(error)) return undefined
    const { code } = error as { code?: string }
    throw new StartupProblem(
      `DATABASE_READ_URL refuses us${code ? ` (${code})` : ''}. Check its user, password, database and certificate.`,
    )
  })
  if (!found) return
  if (found.identity !== own.identity)
    throw new StartupProblem(
      'DATABASE_READ_URL has to name replicas of the database of DATABASE_URL, with the same user. It leads elsewhere.',
    )
  if (!found.is_standby)
    throw new StartupProblem(
      'DATABASE_READ_URL leads to the primary. Name its replicas, or leave the setting out.',
    )
}

async function lookAt(url: string): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lustra start',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: CONNECT_MS_MAX,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Found>(LOOK_SQL)).rows[0]!
  } finally {
    await client.end().catch(() => {})
  }
}
