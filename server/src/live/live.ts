import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { LivePush } from '#contract/messaging.ts'
import { Channel } from './channel.ts'
import { Connection } from './connection.ts'
import type { Person } from './connection.ts'
import type { Socket } from './socket.ts'

const BEAT_MS = 25_000
/** So many pings at a time, that a beat holds up nobody's push. */
const BEATS_AT_ONCE = 200
/** Of one person in one process; a browser has one for all its tabs. */
const CONNECTIONS_MAX = 20
const FAREWELL_MS = 1000
const GOING_AWAY = 1001
const SESSION_ENDED = 4001
const TOO_MANY = 4008

type Note = { to: readonly string[]; push: LivePush } | { ended: string }
type Settings = {
  url: string
  pool: pg.Pool
  log: Logger
  /** Those of these sessions that have not ended. */
  livingSessions: (hashes: Buffer[]) => Promise<Buffer[]>
}

/**
 * The live connections of this process. A push is a nudge: who gets one asks for what is true. It goes out at once to the
 * connections here, and by one coalesced notification to those of other processes.
 */
export class Live {
  readonly #people = new Map<string, Set<Connection>>()
  readonly #channel: Channel
  readonly #livingSessions: Settings['livingSessions']
  readonly #log: Logger
  #beat: ReturnType<typeof setInterval> | undefined

  constructor({ livingSessions, ...settings }: Settings) {
    this.#livingSessions = livingSessions
    this.#log = settings.log
    this.#channel = new Channel({
      ...settings,
      hear: (note) => this.#hear(note as Note),
      onMissed: () => this.#pushTo(this.#all(), { type: 'hello' }),
    })
  }

  /** Takes a connection of a signed-in person in. She hears 'hello' as soon as nothing can be missed. `hear` gets the texts that her browser says. */
  async join(person: Person, socket: Socket, hear: (text: string) => void): Promise<void> {
    const own = this.#people.get(person.id) ?? new Set()
    if (own.size >= CONNECTIONS_MAX) return socket.close(TOO_MANY)
    const connection = new Connection(person, socket, hear)
    this.#people.set(person.id, own.add(connection))
    socket.on('close', () => {
      own.delete(connection)
      if (own.size === 0 && this.#people.get(person.id) === own) this.#people.delete(person.id)
    })
    this.#beat ??= setInterval(() => void this.#beatAll(), BEAT_MS).unref()
    await this.#channel.listen()
    this.#pushTo([connection], { type: 'hello' })
  }

  /**
   * Nudges people wherever they are connected; call it after the commit. Answers when other processes have been told too: a
   * deed that answers after that is a deed that everybody has heard of. Never throws.
   */
  tell(to: readonly string[], push: LivePush): Promise<void> {
    this.#push(to, push)
    return this.#channel.say({ to, push } satisfies Note)
  }

  /** Says goodbye to everybody, and drops who does not answer. */
  async sendAway(): Promise<void> {
    for (const connection of this.#all()) connection.close(GOING_AWAY)
    const end = performance.now() + FAREWELL_MS
    while (this.#people.size > 0 && performance.now() < end) await wait(10)
    for (const connection of this.#all()) connection.terminate()
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#channel.close()
  }

  #all(): Connection[] {
    return [...this.#people.values()].flatMap((own) => [...own])
  }

  #hear(note: Note): void {
    if ('ended' in note) void this.#dropEnded([...(this.#people.get(note.ended) ?? [])])
    else this.#push(note.to, note.push)
  }

  #push(to: readonly string[], push: LivePush): void {
    for (const id of to) this.#pushTo(this.#people.get(id) ?? [], push)
  }

  #pushTo(connections: Iterable<Connection>, push: LivePush): void {
    const text = JSON.stringify(push)
    for (const connection of connections) connection.send(text)
  }

  async #beatAll(): Promise<void> {
    const connections = this.#all()
    for (let from = 0; from < connections.length; from += BEATS_AT_ONCE) {
      for (const connection of connections.slice(from, from + BEATS_AT_ONCE)) connection.beat()
      await nextTurn()
    }
    await this.#dropEnded(connections)
  }

  async #dropEnded(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const hashes = connections.map(({ person }) => person.sessionHash)
      const living = new Set(
        (await this.#livingSessions(hashes)).map((hash) => hash.toString('hex')),
      )
      for (const connection of connections) {
        const isLiving = living.has(connection.person.sessionHash.toString('hex'))
        if (!isLiving) connection.close(SESSION_ENDED)
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the sessions of live connections could not be checked')
    }
  }
}
