import { createHmac } from 'node:crypto'
import type { Config } from './config.ts'
import { migrate, migrateIfOwner } from './migrate.ts'

/** The role of requests in the embedded database. */
const REQUEST_ROLE = 'lustra_requests'

export type PreparedDatabase = {
  /** The address for requests and jobs. It contains a password: never print it. */
  url: string
  /** Whether its role could change the schema, which requests need not. */
  ownsTables: boolean
}

/**
 * Brings the database up to this version, and returns the address with which requests and jobs use it. In the embedded
 * one that is a role of its own. One of your own is migrated here only if the role of DATABASE_URL owns its tables.
 * rule: database-roles, migrations
 */
export async function prepareDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  url: string,
): Promise<PreparedDatabase> {
  if (databaseUrl) return { url, ownsTables: await migrateIfOwner(url) }
  const address = new URL(url)
  // Each command reaches the same role, so its password follows from that of the owner.
  const password = createHmac('sha256', address.password).update(REQUEST_ROLE).digest('base64url')
  await migrate(url, { requestRole: { name: REQUEST_ROLE, password } })
  address.username = REQUEST_ROLE
  address.password = password
  return { url: address.href, ownsTables: false }
}
