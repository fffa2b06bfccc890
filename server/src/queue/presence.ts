import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import type { Db, DirectConnection } from '#server/db/db.ts'

const RECONNECT_MS = 1000
const LOST_MS = 100
const OPEN_MS_MAX = 5000
const OPEN_POLL_MS = 10
/**
 * The settings of the session. With these keepalive settings PostgreSQL notices a machine that disappeared within a
 * minute.
 */
export const PRESENCE_SESSION = `set statement_timeout = 0; set tcp_keepalives_idle = 30;
  set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

/**
 * The locks by which a process shows others that it serves at all, that it takes jobs, and that it takes the jobs of
 * pictures. Processes of another release may run beside this one, so the names stay.
 */
const LOCKS = { any: 'server any', jobs: 'server', pictures: 'server pictures' } as const
export type ProcessKind = keyof typeof LOCKS

/** The advisory lock of a name, shared by all that show it. */
const TAKE = 'select pg_advisory_lock_shared(hashtextextended($1, 0))'
const RELEASE = 'select pg_advisory_unlock_shared(hashtextextended($1, 0))'

/**
 * One database session whose advisory locks show what lives in this process. PostgreSQL releases them when the process
 * ends, also after kill -9. A lost session is opened again, and takes all locks again.
 * rule: scheduled-jobs, connections-bounded
 */
export class Presence {
  readonly #direct: DirectConnection
  readonly #wanted = new Set<string>()
  readonly #ending = new AbortController()
  readonly #ended = once(this.#ending.signal, 'abort')
  readonly #holding: Promise<void>
  #session: pg.Client | undefined
  /** The locks of the session. */
  readonly #taken = new Set<string>()
  #turn: Promise<void> = Promise.resolve()

  constructor(direct: DirectConnection) {
    this.#direct = direct
    this.#holding = this.#keepSession()
  }

  /** Takes a lock. While there is no session, it is taken by the next one. */
  hold(lock: string): Promise<void> {
    this.#wanted.add(lock)
    return this.#takeTurn()
  }

  release(lock: string): Promise<void> {
    this.#wanted.delete(lock)
    return this.#takeTurn()
  }

  /** Shows that a process of this kind runs. rule: operator-commands */
  show(kind: ProcessKind): Promise<void> {
    return this.hold(LOCKS[kind])
  }

  hide(kind: ProcessKind): Promise<void> {
    return this.release(LOCKS[kind])
  }

  /** Resolves when there is a session, or could be none for a while. */
  async opened(): Promise<void> {
    const end = performance.now() + OPEN_MS_MAX
    while (!this.#session && performance.now() < end) await wait(OPEN_POLL_MS)
  }

  async end(): Promise<void> {
    this.#ending.abort()
    await this.#holding
  }

  async #keepSession(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const session = new pg.Client({ ...this.#direct, application_name: 'lustra presence' })
      const sessionEnd = new Promise((resolve) => session.once('end', resolve))
      session.on('error', () => {})
      try {
        await session.connect()
        await session.query(PRESENCE_SESSION)
        this.#session = session
        await this.#takeTurn()
        await Promise.race([sessionEnd, this.#ended])
        await Promise.race([wait(LOST_MS), this.#ended])
      } catch {
        await Promise.race([wait(RECONNECT_MS), this.#ended])
      }
      this.#session = undefined
      this.#taken.clear()
      await session.end().catch(() => {})
    }
  }

  /** Takes and releases locks one after another, because a lock that is taken twice has to be released twice. */
  #takeTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#takeAndRelease())
    return this.#turn
  }

  async #takeAndRelease(): Promise<void> {
    const session = this.#session
    if (!session) return
    try {
      for (const lock of [...this.#wanted].filter((one) => !this.#taken.has(one))) {
        await session.query(TAKE, [lock])
        this.#taken.add(lock)
      }
      for (const lock of [...this.#taken].filter((one) => !this.#wanted.has(one))) {
        this.#taken.delete(lock)
        await session.query(RELEASE, [lock])
      }
    } catch {
      // The session is lost, or lacks a lock: the next one takes all of them.
      await session.end().catch(() => {})
    }
  }
}

/**
 * Whether a process of this kind runs on this database. It takes no lock: two may ask at once. rule: operator-commands
 */
export async function isRunning(db: Db, kind: ProcessKind): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended(${LOCKS[kind]}, 0)
    ) as is_running`.execute(db)
  return rows[0]!.is_running
}
