import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db, DirectConnection, Tx } from './db/db.ts'
import type { Replicas } from './db/replicas.ts'
import type { Released } from './features/holds/release-held.ts'
import type { Places } from './features/locations/locations.ts'
import type { LiveConnections } from './live/live-connections.ts'
import type { DailyCounts } from './features/health/daily-counts.ts'
import type { CalendarReader } from './features/time/calendar-reader.ts'
import type { PictureMaker } from './features/media/picture-maker.ts'
import type { Files } from './outside/files/files.ts'
import type { SealingKeys } from './db/seal.ts'
import type { VerificationKeys } from './features/verification/keys.ts'
import type { SharePictures } from './features/sharing/picture/share-pictures.ts'
import type { Mail } from './outside/mail/mail.ts'
import type { Meters } from './outside/metrics/meters.ts'
import type { Payments } from './outside/payments/payments.ts'
import type { Push } from './outside/push/push.ts'
import type { Tracing } from './outside/traces/tracing.ts'

export type { Released } from './features/holds/release-held.ts'
export type { ClockJob, JobPayloads } from './jobs.ts'

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
  /** rule: health-probes */
  databaseAnswers(): Promise<boolean>
  clock: Clock
  mail: Mail
  push: Push
  files: Files
  pictures: PictureMaker
  calendars: CalendarReader
  sharePictures: SharePictures
  payments: Payments
  /** Updates search. Passed in here, because the features that need it may not import search. */
  refreshSearchEntries(db: Db, professionalIds: string[]): Promise<void>
  /** Releases what waited for a client's address. Passed in here, because identity may not import what it releases. */
  holds: {
    release(tx: Tx, clientId: string, at: Date): Promise<Released>
    /** Releases a pair that is screened, once. rule: screened-contacts */
    releaseScreened(pair: { clientId: string; professionalId: string }): Promise<void>
    /** Sends the live events, after the commit. */
    tell(released: Released): Promise<void>
  }
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
