import { StorageAway } from '#server/outside/files/storage-away.ts'
import { isStorageFull } from '#server/outside/files/storage-full.ts'
import { DatabaseAway } from './client.ts'

/** Codes of PostgreSQL and of the network: the database is away, or about to be. */
const UNAVAILABLE = new Set(
  `57P01 57P02 57P03 57P05 25006 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN
  EHOSTUNREACH ENETUNREACH`.split(/\s+/),
)
/** Too many connections, no memory, a statement or lock that took too long, a conflict that a retry did not solve. */
const OVERLOADED = new Set(['53300', '53200', '57014', '55P03', '40001', '40P01'])
const DISK_OF_DATABASE_FULL = '53100'

/** Errors of the driver that have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/
/** pg's, and PgBouncer's for a statement that waited too long. PgBouncer gives it the code of a broken protocol. */
const NO_FREE_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'query_wait_timeout',
])

/**
 * The refusal of a request that failed although nothing is wrong with it: the database, the disk or the bucket could
 * not serve it. undefined for every other error. rule: database-lost, storage-full
 */
export function resourceRefusalOf(
  error: unknown,
): 'unavailable' | 'overloaded' | 'storage_full' | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseAway || error instanceof StorageAway) return 'unavailable'
  if (LOST_CONNECTION.test(message)) return 'unavailable'
  if (NO_FREE_CONNECTION.has(message)) return 'overloaded'
  if (isStorageFull(error) || code === DISK_OF_DATABASE_FULL) return 'storage_full'
  if (code === undefined) return resourceRefusalOf(cause)
  // Class 08 are the connection exceptions of SQL.
  if (UNAVAILABLE.has(code) || /^08...$/.test(code)) return 'unavailable'
  if (OVERLOADED.has(code)) return 'overloaded'
  return resourceRefusalOf(cause)
}
