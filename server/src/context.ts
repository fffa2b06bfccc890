import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db, DirectConnection } from './db/db.ts'
import type { Replicas } from './db/replicas.ts'
import type { Places } from '#server/places/locations.ts'
import type { LiveConnections } from './live/live-connections.ts'
import type { DailyCounts } from '#server/events/daily-counts.ts'
import type { Calendars } from './outside/calendars/calendars.ts'
import type { PictureMaker } from '#server/pictures/picture-maker.ts'
import type { Files } from './outside/files/files.ts'
import type { SealingKeys } from './db/seal.ts'
import type { VerificationKeys } from '#server/settings/sealing-keys.ts'
import type { SharePictures } from '#server/pictures/share/share-pictures.ts'
import type { Mail } from './outside/mail/mail.ts'
import type { Meters } from './outside/metrics/meters.ts'
import type { Payments } from './outside/payments/payments.ts'
import type { Push } from './outside/push/push.ts'
import type { Tracing } from './outside/traces/tracing.ts'

/** The current time. Tests set it. */
export type Clock = { now(): Date }

/** The services that features use, built once at the start by compose.ts. */
export type Context = {
  config: Config
  db: Db
  pool: pg.Pool
  direct: DirectConnection
  /** The databases of public reads. rule: read-replicas */
  replicas: Replicas
  /** rule: probes-and-metrics */
  databaseAnswers(): Promise<boolean>
  clock: Clock
  mail: Mail
  push: Push
  files: Files
  pictures: PictureMaker
  calendars: Calendars
  sharePictures: SharePictures
  payments: Payments
  places: Places
  counts: DailyCounts
  /** Counts what happens in this process, for the metrics. */
  meters: Meters
  /** undefined: no traces are wanted. */
  tracing: Tracing | undefined
  verificationKeys: VerificationKeys
  vaultKeys: SealingKeys
  live: LiveConnections
  /** Aborted when the server stops. A long job looks at it and leaves the rest to its next run. */
  shutdown: AbortController
  log: Logger
}

/**
 * The context of a function that runs inside a transaction: the pool is out of reach, because a second connection of
 * the pool can stop the server (refuseSecondConnection of db/db.ts).
 */
export type TxContext = Omit<Context, 'db' | 'pool' | 'direct' | 'replicas'>
