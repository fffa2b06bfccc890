import { pino } from 'pino'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openDatabase } from './db/db.ts'
import type { Database } from './db/db.ts'
import { Replicas } from './db/replicas.ts'
import { loadVaultKeys } from '#server/visits/access/vault-keys.ts'
import { DailyCounts } from '#server/events/daily-counts.ts'
import { loadPlaceIndex } from '#server/places/locations.ts'
import type { Places } from '#server/places/locations.ts'
import { unexpiredSessions } from '#server/people/sessions/sessions.ts'
import { CalendarReader } from '#server/calendar/busy/calendar-reader.ts'
import { PictureMaker } from '#server/pictures/picture-maker.ts'
import { loadKeys } from '#server/settings/sealing-keys.ts'
import { filesOnDisk } from './outside/files/disk.ts'
import type { Files } from './outside/files/files.ts'
import { SharePictures } from '#server/pictures/share/share-pictures.ts'
import { withoutPlace } from '#server/http/limits/place.ts'
import { maskAddress } from '#server/http/headers/secret-addresses.ts'
import { aroundCalls } from './outside/around-calls.ts'
import { logSender } from './outside/logs/log-sender.ts'
import { standardOutput } from './outside/logs/standard-output.ts'
import { LiveConnections } from './live/live-connections.ts'
import { mailFor } from './outside/mail/mail-for.ts'
import {
  FILE_LISTS,
  measuredMail,
  measuredPayments,
  measuredPush,
  tracedFiles,
} from './outside/metrics/measured.ts'
import { Meters } from './outside/metrics/meters.ts'
import { createPayments } from './outside/payments/create-payments.ts'
import type { Payments } from './outside/payments/payments.ts'
import { logError } from './log-error.ts'
import { openPush } from './outside/push/push.ts'
import { openTracing } from './outside/traces/tracing.ts'
import type { Tracing } from './outside/traces/tracing.ts'
import type { Clock, Context } from './context.ts'

/** The part of a request that the log records: its method and its masked address. rule: log-lines, secret-addresses */
export function logRequest({ method, url }: { method: string; url: string }) {
  return { method, url: maskAddress(url) }
}

/** The log: on standard output, and sent to LOG_URL if it is set. rule: log-lines */
export function createLog(
  { logCollector }: Pick<Config, 'logCollector'>,
  level: string,
  tracing?: Tracing,
): { log: Logger; close(): Promise<void> } {
  const options = {
    level,
    serializers: { req: logRequest, err: logError },
    ...(tracing ? { mixin: () => tracing.ids() } : {}),
  }
  const output = standardOutput()
  if (!logCollector) return { log: pino(options, output), close: () => Promise.resolve() }
  const sender = logSender(logCollector)
  const streams = [output, sender].map((stream) => ({ level: 'trace' as const, stream }))
  return { log: pino(options, pino.multistream(streams)), close: () => sender.close() }
}

type ClosableContext = Context & { close(): Promise<void> }

/** Builds the context on a migrated database. Tests replace the clock or the payments, and share the places. */
export async function createContext(
  config: Config,
  databaseUrl: string,
  {
    clock = { now: () => new Date() },
    payments,
    places,
    logLevel = config.logLevel,
  }: {
    clock?: Clock
    payments?: Payments
    places?: Places
    logLevel?: string
  } = {},
): Promise<ClosableContext> {
  const tracing = await openTracing(config.tracing, (error) =>
    log.warn({ err: error }, 'the collector does not take traces: they are lost'),
  )
  const { log, close: closeLog } = createLog(config, logLevel, tracing)
  const database = openDatabase(databaseUrl, databaseOptions(config, tracing))
  const meters = new Meters()
  const replicas = replicasOf(config, database, { meters, tracing })
  const pictures = new PictureMaker()
  const calendars = new CalendarReader()
  const files = tracedFiles(await filesFor(config), config.filesUrl ? tracing : undefined)
  const sharePictures = new SharePictures(files)
  const live = new LiveConnections({
    direct: database.direct,
    pool: database.pool,
    log,
    unexpiredSessions: (hashes) => unexpiredSessions(database.kysely, hashes, clock.now()),
  })
  const provider = payments ?? (await createPayments(config, database.kysely, clock))
  const counts = new DailyCounts({ db: database.kysely, clock, log })
  return {
    config,
    db: database.kysely,
    pool: database.pool,
    direct: database.direct,
    replicas,
    databaseAnswers: database.answers,
    clock,
    mail: measuredMail(mailFor(config, log), meters, tracing),
    push: measuredPush(await openPush(config), meters, tracing),
    files: waitingFor(files),
    pictures: waitingFor(pictures),
    calendars: waitingFor(calendars),
    sharePictures: waitingFor(sharePictures),
    payments: waitingFor(measuredPayments(provider, meters, tracing)),
    verificationKeys: await loadKeys(config),
    vaultKeys: await loadVaultKeys(config),
    places: places ?? (await loadPlaceIndex(database.kysely)),
    counts,
    meters,
    tracing,
    live,
    shutdown: new AbortController(),
    log,
    async close() {
      await counts.close()
      await live.close()
      await pictures.close()
      await calendars.close()
      await sharePictures.close()
      await replicas.close()
      await database.close()
      await tracing?.close()
      await closeLog()
    },
  }
}

/** A service whose calls are waited for without a place: others are served meanwhile. rule: admission */
function waitingFor<Service extends object>(service: Service): Service {
  return aroundCalls(service, (_name, call) => withoutPlace(call), FILE_LISTS)
}

/** The replicas have a pool like that of the primary. Only who serves reads from it. rule: connections-bounded */
function replicasOf(
  config: Config,
  primary: Database,
  { meters, tracing }: Pick<Context, 'meters' | 'tracing'>,
): Replicas {
  const { databaseReadUrl: url, databasePoolMax: max, databasePrepares: prepares } = config
  const options = { max, prepares, ...tracedBy(tracing) }
  return new Replicas({
    primary,
    replica: url && config.roles.has('web') ? openDatabase(url, options) : undefined,
    onRead: (target) => meters.reads.count(target),
  })
}

function databaseOptions(config: Config, tracing: Tracing | undefined) {
  return {
    max: config.databasePoolMax,
    prepares: config.databasePrepares,
    ...tracedBy(tracing),
    ...(config.databaseDirectUrl ? { directUrl: config.databaseDirectUrl } : {}),
  }
}

function tracedBy(tracing: Tracing | undefined) {
  return tracing ? { traced: tracing.statement } : {}
}

/** The configured storage. The bucket's client is large, so it is loaded only when it is used. */
export async function filesFor({ filesUrl, uploadsDir }: Config): Promise<Files> {
  if (!filesUrl) return filesOnDisk(uploadsDir)
  const { filesInBucket } = await import('./outside/files/bucket.ts')
  return filesInBucket(filesUrl)
}
