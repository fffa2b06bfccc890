import type { Env } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'
import { isThisMachine } from './this-machine.ts'

const DATABASES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_MIGRATE_URL',
  'DATABASE_READ_URL',
] as const

/**
 * The parameters of MAIL_URL that turn off the encryption of letters, or the check of the mail server's certificate.
 */
const WEAKER_MAIL =
  /^(ignoreTLS|requireTLS|opportunisticTLS|tls\.(rejectUnauthorized|checkServerIdentity|minVersion|ciphers))$/i

/**
 * In production a connection that leaves this machine is encrypted and checks the certificate. Throws StartupProblem
 * with the name of the first setting that says otherwise. rule: encrypted-connections
 */
export function requireEncryption(env: Env): void {
  for (const name of DATABASES) requireDatabaseTls(env, name, env[name])
  requireMailTls(env)
  requireBucketTls(env)
}

function requireDatabaseTls(env: Env, name: string, address = ''): void {
  const url = URL.parse(address)
  if (!url) return
  const { hostname, searchParams } = url
  // In this order pg looks for the host.
  const host = searchParams.get('host') || decodeURIComponent(hostname) || env['PGHOST']
  if (!host || isThisMachine(host)) return
  if (searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('ssl')) return
  throw new StartupProblem(
    `${name} needs sslmode=verify-full in production, unless the database is on this machine; sslrootcert=FILE names a certificate authority of your own.`,
  )
}

function requireMailTls(env: Env): void {
  const url = URL.parse(env['MAIL_URL'] ?? '')
  if (!url || isThisMachine(url.hostname)) return
  if (![...url.searchParams.keys()].some((key) => WEAKER_MAIL.test(key))) return
  throw new StartupProblem('MAIL_URL may not change how letters are encrypted in production.')
}

function requireBucketTls(env: Env): void {
  const endpoint = URL.parse(URL.parse(env['FILES_URL'] ?? '')?.searchParams.get('endpoint') ?? '')
  if (!endpoint || endpoint.protocol === 'https:' || isThisMachine(endpoint.hostname)) return
  throw new StartupProblem(
    'FILES_URL needs an endpoint that begins with https:// in production, unless it is on this machine.',
  )
}
