import pg from 'pg'
import { StartupProblem } from '#server/startup-problem.ts'
import { resourceRefusalOf } from './database-problem.ts'
import { IDENTITY_SQL } from './replay-lag.ts'

/** A replica that is away may not hold up the start. */
const CONNECT_MS_MAX = 2000

type Found = { standby: boolean; identity: string }

/**
 * Checks that the addresses of DATABASE_READ_URL lead to the database of DATABASE_URL, with the same user, and not all
 * to the primary. One that does not answer now is none of the problems. Throws StartupProblem. rule: read-addresses
 */
export async function checkReadAddresses(url: string, readUrls: readonly string[]): Promise<void> {
  if (readUrls.length === 0) return
  const own = await lookAt(url)
  const found = await Promise.all(readUrls.map((readUrl, index) => replicaAt(readUrl, index + 1)))
  const other = found.findIndex((one) => one && one.identity !== own.identity)
  if (other >= 0)
    throw new StartupProblem(
      `DATABASE_READ_URL has to name replicas of the database of DATABASE_URL, with the same user. Its address ${other + 1} leads elsewhere.`,
    )
  // Among several one may lead since a failover. It is left out until it follows again.
  if (found.every((one) => one && !one.standby))
    throw new StartupProblem(
      'DATABASE_READ_URL leads to the primary. Name its replicas, or leave the setting out.',
    )
}

async function replicaAt(url: string, number: number): Promise<Found | undefined> {
  try {
    return await lookAt(url)
  } catch (error) {
    if (resourceRefusalOf(error)) return undefined
    const { code } = error as { code?: string }
    throw new StartupProblem(
      `DATABASE_READ_URL: its address ${number} refuses us${code ? ` (${code})` : ''}. Check its user, password, database and certificate.`,
    )
  }
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
    const { rows } = await client.query<Found>(
      `select pg_is_in_recovery() as standby, ${IDENTITY_SQL} || ' ' || current_user as identity`,
    )
    return rows[0]!
  } finally {
    await client.end().catch(() => {})
  }
}
