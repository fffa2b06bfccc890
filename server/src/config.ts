import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { Email } from '#contract/people/identity.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { readLogCollector } from './outside/logs/log-config.ts'
import type { LogCollector } from './outside/logs/log-config.ts'
import { readPaymentsConfig } from './outside/payments/payments-config.ts'
import type { PaymentsConfig } from './outside/payments/payments-config.ts'
import { readVapidKeys } from './outside/push/vapid-config.ts'
import type { VapidKeys } from './outside/push/vapid-config.ts'
import { KNOWN_PUSH_HOSTS, isPushHost } from './outside/push/push-address.ts'
import { hasReadableParts, refuseContradictions } from './settings/contradictions.ts'
import type { Env, SettingName } from './settings/declarations.ts'
import { requireEncryption } from './settings/encrypted-connections.ts'
import { networksOf, trustedProxiesOf } from './settings/networks.ts'
import { choiceOf, textOf, wholeNumber } from './settings/read-setting.ts'
import { readRoles } from './settings/roles.ts'
import type { Role } from './settings/roles.ts'
import { withSecretFiles } from './settings/secret-files.ts'
import { readMetricsConfig } from './settings/metrics-config.ts'
import type { MetricsConfig } from './settings/metrics-config.ts'
import { readTracingConfig } from './outside/traces/tracing-config.ts'
import type { TracingConfig } from './outside/traces/tracing-config.ts'
import { readCertificateFiles, requireHttps } from './settings/server-certificate.ts'
import type { CertificateFiles } from './settings/server-certificate.ts'

export type Config = {
  production: boolean
  /** The roles of this process. Unset: all of them. */
  roles: ReadonlySet<Role>
  port: number
  host: string
  /** undefined: plain http, for a proxy on this machine. */
  certificate: CertificateFiles | undefined
  /** undefined: /metrics of the main port answers this machine. */
  metrics: MetricsConfig | undefined
  /** Scheme, host and port that people use. https turns on Secure cookies. */
  publicOrigin: string
  /** The origin of the console of operators: a host of its own, or `publicOrigin`. */
  operatorOrigin: string
  secureCookies: boolean
  dataDir: string
  uploadsDir: string
  /** The folder in which uploaded files lie while their form is checked. */
  incomingDir: string
  /** undefined: pictures are stored in `uploadsDir`. */
  filesUrl: string | undefined
  /** undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The address for connections that keep their session, past a pooler. undefined: `databaseUrl`. */
  databaseDirectUrl: string | undefined
  /** The replica that public reads go to. rule: read-replicas */
  databaseReadUrl: string | undefined
  /** Connections for requests and jobs. Others come on top. rule: connections-bounded */
  databasePoolMax: number
  /** Whether frequent statements are prepared once for each connection. rule: connections-bounded */
  databasePrepares: boolean
  /** The collector that gets each line of the log. undefined: none, it is on standard output alone. */
  logCollector: LogCollector | undefined
  /** The collector that gets traces. undefined: there are none. */
  tracing: TracingConfig | undefined
  /** Lines below it are not logged. */
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** The owner of its tables, for `npm run migrate` alone. undefined: the user of `databaseUrl`. */
  databaseMigrateUrl: string | undefined
  demo: 'auto' | 'on' | 'off'
  /** undefined: letters are written to DATA_DIR/outbox. */
  mailUrl: string | undefined
  /** The address that gets messages of the contact page. undefined: they are only stored. */
  supportMail: string | undefined
  /** The address that gets the head of the audit log each day. undefined: only the log has it. */
  operatorAlerts: string | undefined
  /** The networks of operators; for others their calls and pages do not exist. undefined: all networks. */
  operatorNetworks: BlockList | undefined
  /** The proxies whose `X-Forwarded-For` is believed. rule: trusted-proxies */
  trustedProxies: readonly string[]
  payments: PaymentsConfig
  /** The sum of refunds to one person in 30 days above which a second operator is asked. rule: two-operators */
  refundSecondOperatorDollars: number
  /** undefined: generated at the first start, in `dataDir`. */
  vapidKeys: VapidKeys | undefined
  /** The hosts to which pushes may go, such as `*.push.apple.com`. */
  pushHosts: readonly string[]
  /** An origin whose calendars are read without the rules for addresses, for tests; never in production. */
  calendarTestOrigin: string | undefined
  /** The hosts whose calendars are read, such as `*.icloud.com`. undefined: each public one. */
  calendarHosts: readonly string[] | undefined
  /** How long a server that gets SIGTERM says so before it stops listening. rule: graceful-shutdown */
  drainS: number
  rateLimitScale: number
  /** Calls answer 503 while the event loop is later than this. Infinity: never, for journeys on a busy machine. */
  eventLoopDelayMsMax: number
  /** Whether a Social Security number is verified at once or by an operator. */
  verificationMode: 'auto' | 'manual'
  /** undefined: generated at the first start, in `dataDir`; never in production. */
  verificationKeys: string | undefined
  /** The keys for access details. undefined: generated at the first start, in `dataDir`; never in production. */
  vaultKeys: string | undefined
  /** Whether what people with an unproved address start is held. rule: held-starts */
  emailVerification: 'required' | 'optional'
}

/** Reads the settings. A wrong one throws StartupProblem with the variable's name, never its value. rule: settings */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(given)
  refuseContradictions(env)
  const port = wholeNumber(env, 'PORT')
  const host = textOf(env, 'HOST')
  const production = env['NODE_ENV'] === 'production'
  if (production) {
    requireEncryption(env)
    requireHttps(env, host)
  }
  const publicOrigin = originOf(env, port, production)
  const dataDir = resolve(textOf(env, 'DATA_DIR'))
  return {
    production,
    roles: readRoles(env),
    port,
    host,
    certificate: readCertificateFiles(env),
    metrics: readMetricsConfig(env, production),
    publicOrigin,
    operatorOrigin: operatorOriginOf(env, publicOrigin),
    secureCookies: publicOrigin.startsWith('https:'),
    dataDir,
    uploadsDir: resolve(dataDir, 'uploads'),
    incomingDir: resolve(dataDir, 'incoming'),
    filesUrl: filesUrlOf(env),
    databaseUrl: addressOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseMigrateUrl: migrateUrlOf(env),
    databaseDirectUrl: withDatabaseUrl(env, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: readUrlOf(env),
    databasePoolMax: wholeNumber(env, 'DATABASE_POOL_MAX'),
    databasePrepares: choiceOf(env, 'DATABASE_PREPARE') === 'on',
    logCollector: readLogCollector(env),
    tracing: readTracingConfig(env),
    logLevel: choiceOf(env, 'LOG_LEVEL'),
    demo: choiceOf(env, 'DEMO'),
    mailUrl: mailUrlOf(env, production),
    supportMail: emailOf(env, 'SUPPORT_MAIL'),
    operatorAlerts: emailOf(env, 'OPERATOR_ALERTS'),
    operatorNetworks: networksOf(env, 'OPERATOR_NETWORKS'),
    trustedProxies: trustedProxiesOf(env),
    payments: readPaymentsConfig(env, production),
    refundSecondOperatorDollars: wholeNumber(env, 'REFUND_SECOND_OPERATOR_DOLLARS'),
    vapidKeys: readVapidKeys(env),
    pushHosts: hostsOf(env, 'PUSH_HOSTS') ?? KNOWN_PUSH_HOSTS,
    calendarHosts: hostsOf(env, 'CALENDAR_HOSTS'),
    calendarTestOrigin: calendarTestOriginOf(env, production),
    drainS: wholeNumber(env, 'DRAIN_S'),
    rateLimitScale: wholeNumber(env, 'RATE_LIMIT_SCALE'),
    eventLoopDelayMsMax: wholeNumber(env, 'EVENT_LOOP_DELAY_MS_MAX') || Infinity,
    verificationMode: choiceOf(env, 'VERIFICATION_MODE'),
    verificationKeys: env['VERIFICATION_KEYS'] || undefined,
    vaultKeys: env['VAULT_KEYS'] || undefined,
    emailVerification: choiceOf(env, 'EMAIL_VERIFICATION'),
  }
}

/** Cookies do not tell ports apart, so the host has to differ. rule: operator-host */
function operatorOriginOf(env: Env, publicOrigin: string): string {
  const text = env['OPERATOR_ORIGIN']
  if (!text) return publicOrigin
  const url = URL.parse(text)
  const people = new URL(publicOrigin)
  const isOrigin = url !== null && text.replace(/\/$/, '') === url.origin
  if (isOrigin && url.protocol === people.protocol && url.hostname !== people.hostname)
    return url.origin
  throw new StartupProblem(
    'OPERATOR_ORIGIN has to be an address such as https://console.lustra.example, with the scheme of PUBLIC_ORIGIN and another host.',
  )
}

/** Reads the owner's address. With one role for both, requests could change the schema. rule: migrations */
function migrateUrlOf(env: Env): string | undefined {
  const text = addressOf(env, 'DATABASE_MIGRATE_URL', ['postgres:', 'postgresql:'])
  if (!text) return undefined
  const requests = URL.parse(env['DATABASE_URL'] ?? '')
  const owner = new URL(text)
  if (requests && requests.username !== owner.username && requests.pathname === owner.pathname)
    return text
  throw new StartupProblem(
    'DATABASE_MIGRATE_URL has to name the database of DATABASE_URL, with another user.',
  )
}

/** rule: read-replicas */
function readUrlOf(env: Env): string | undefined {
  const text = withDatabaseUrl(env, 'DATABASE_READ_URL')
  if (!text?.includes(',')) return text
  throw new StartupProblem(
    'DATABASE_READ_URL has to be one address (%2C in a password): of a balancer, if there are several replicas.',
  )
}

function withDatabaseUrl(env: Env, name: SettingName): string | undefined {
  const text = addressOf(env, name, ['postgres:', 'postgresql:'])
  if (!text || env['DATABASE_URL']) return text
  throw new StartupProblem(`${name} needs DATABASE_URL.`)
}

/** The hosts to which the server may connect for one purpose. rule: encrypted-connections */
function hostsOf(env: Env, name: SettingName): readonly string[] | undefined {
  const text = env[name]
  if (!text) return undefined
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every(isPushHost)) return hosts
  throw new StartupProblem(
    `${name} has to be names with commas between them, such as fcm.googleapis.com,*.push.apple.com.`,
  )
}

/**
 * Reads CALENDAR_TEST_ORIGIN, and refuses it in production: it would let everybody read what only this machine may
 * reach. rule: busy-times
 */
function calendarTestOriginOf(env: Env, production: boolean): string | undefined {
  const text = env['CALENDAR_TEST_ORIGIN']
  if (!text) return undefined
  if (production) throw new StartupProblem('CALENDAR_TEST_ORIGIN is refused in production.')
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && text.replace(/\/$/, '') === url.origin) {
    return url.origin
  }
  throw new StartupProblem(
    'CALENDAR_TEST_ORIGIN has to be an origin such as http://127.0.0.1:4000.',
  )
}

function filesUrlOf(env: Env): string | undefined {
  const text = addressOf(env, 'FILES_URL', ['s3:'])
  if (!text) return undefined
  const { hostname, username, password, searchParams } = new URL(text)
  const endpoint = searchParams.get('endpoint')
  const isReached = !endpoint || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
  if (hostname && Boolean(username) === Boolean(password) && isReached) return text
  throw new StartupProblem(
    'FILES_URL has to be s3://KEY:SECRET@BUCKET/FOLDER?region=…&endpoint=https://…, with both KEY and SECRET or neither.',
  )
}

/** Reads MAIL_URL. Without a mail server, links that reset passwords would be in the log. rule: settings */
function mailUrlOf(env: Env, production: boolean): string | undefined {
  const address = addressOf(env, 'MAIL_URL', ['smtp:', 'smtps:'])
  if (address && !new URL(address).hostname)
    throw new StartupProblem('MAIL_URL has to name a mail server, such as smtp://mail.example.')
  if (address || !production) return address
  throw new StartupProblem('MAIL_URL is required in production. It has to begin with smtp://.')
}

function emailOf(env: Env, name: SettingName): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const email = Email.safeParse(text)
  if (email.success) return email.data
  throw new StartupProblem(`${name} has to be an email address.`)
}

/**
 * Reads PUBLIC_ORIGIN. In production only https, because cookies and passwords would be readable on the way.
 * rule: settings
 */
function originOf(env: Env, port: number, production: boolean): string {
  const text = env['PUBLIC_ORIGIN'] || `http://localhost:${port}`
  const url = URL.parse(text)
  if (production && url?.protocol === 'http:') {
    throw new StartupProblem('PUBLIC_ORIGIN has to begin with https:// in production.')
  }
  // A person in it, a path or a query is no part of an origin.
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin
  }
  throw new StartupProblem('PUBLIC_ORIGIN has to be an address such as https://lustra.example.')
}

function addressOf(env: Env, name: SettingName, protocols: readonly string[]): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  if (url && protocols.includes(url.protocol) && hasReadableParts(url)) return text
  throw new StartupProblem(`${name} has to be an address that begins with ${protocols[0]}//.`)
}
