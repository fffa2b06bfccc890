import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { checkAddresses, checkMigrateAddress } from '#server/db/check-addresses.ts'
import type { AddressSettings } from '#server/db/check-addresses.ts'
import { migrate, migrateIfOwner, ownsTables, requireSchema } from './migrate.ts'
import { reachPostgres } from './postgres-server.ts'

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
 * one that is a role of its own. One of your own is migrated here only if the role of DATABASE_URL owns its tables, and
 * ROLES says so. rule: migrations, process-roles, connections-bounded
 */
export async function prepareDatabase(
  config: Pick<Config, 'databaseUrl' | 'roles'> & Partial<AddressSettings>,
  url: string,
): Promise<PreparedDatabase> {
  if (config.databaseUrl) {
    await checkAddresses(url, config)
    const directUrl = config.databaseDirectUrl ?? url
    if (config.roles.has('migrate')) return { url, ownsTables: await migrateIfOwner(directUrl) }
    await requireSchema(directUrl)
    return { url, ownsTables: await ownsTables(directUrl) }
  }
  const address = new URL(url)
  // Each command reaches the same role, so its password follows from that of the owner.
  const password = createHmac('sha256', address.password).update(REQUEST_ROLE).digest('base64url')
  await migrate(url, { requestRole: { name: REQUEST_ROLE, password } })
  address.username = REQUEST_ROLE
  address.password = password
  return { url: address.href, ownsTables: false }
}

/** Migrations as a step of their own, with a role of their own if it is set. rule: migrations, process-roles */
export async function migrateAlone(config: Config): Promise<void> {
  const { databaseUrl, databaseMigrateUrl } = config
  if (databaseUrl && databaseMigrateUrl) {
    const { searchParams, username } = new URL(databaseUrl)
    const name = searchParams.get('user') ?? decodeURIComponent(username)
    await checkMigrateAddress(databaseMigrateUrl)
    return migrate(databaseMigrateUrl, { requestRole: { name } })
  }
  const database = await reachPostgres(config)
  try {
    await prepareDatabase({ ...config, roles: new Set(['migrate']) }, database.url)
  } finally {
    await database.stop()
  }
}
