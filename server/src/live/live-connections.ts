import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { LiveEvent } from '#contract/messaging.ts'
import { LiveConnection } from './live-connection.ts'
import type { ConnectedPerson, Socket } from './live-connection.ts'
import { ProcessChannel } from './process-channel.ts'

const HEARTBEAT_MS = 25_000
/** Pings are sent in batches, so that a heartbeat does not delay events. */
const PINGS_PER_TURN = 200
/** Of one person in one process. A browser has one connection for all its tabs. */
const CONNECTIONS_PER_PERSON_MAX = 20
const CLOSE_TIMEOUT_MS = 1000
const GOING_AWAY = 1001
const SESSION_ENDED = 4001
const TOO_MANY_CONNECTIONS = 4008

/**
 * What processes send each other: an event as `push`, for people; or a user id as `ended`, which a database trigger
 * sends when a session is deleted. Processes of two releases may run side by side, so these names stay.
 */
type ProcessMessage = { to: readonly string[]; push: LiveEvent } | { ended: string }
type Options = {
  url: string
  pool: pg.Pool
  log: Logger
  /** Returns those of the given session hashes whose session has not ended. */
  unexpiredSessions: (hashes: Buffer[]) => Promise<Buffer[]>
}

/**
 * The live connections of this process. Events go at once to the connections here, and through the `ProcessChannel` to
 * those of other processes. They carry no content: browsers read the data again. rule: live-refresh
 */
export class LiveConnections {
  readonly #connectionsByPerson = new Map<string, Set<LiveConnection>>()
  readonly #channel: ProcessChannel
  readonly #unexpiredSessions: Options['unexpiredSessions']
  readonly #log: Logger
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor({ unexpiredSessions, ...options }: Options) {
    this.#unexpiredSessions = unexpiredSessions
    this.#log = options.log
    this.#channel = new ProcessChannel({
      ...options,
      onMessage: (message) => this.#receive(message as ProcessMessage),
      onGap: () => this.#sendTo(this.#all(), { type: 'hello' }),
    })
  }

  /**
   * Adds a signed-in person's connection and sends it `hello` once no event can be missed. `onText` gets the frames
   * that the browser sends. A person with too many connections is refused with close code 4008. rule: live-limits
   */
  async join(
    person: ConnectedPerson,
    socket: Socket,
    onText: (text: string) => void,
  ): Promise<void> {
    const own = this.#connectionsByPerson.get(person.id) ?? new Set()
    if (own.size >= CONNECTIONS_PER_PERSON_MAX) return socket.close(TOO_MANY_CONNECTIONS)
    const connection = new LiveConnection(person, socket, onText)
    this.#connectionsByPerson.set(person.id, own.add(connection))
    socket.on('close', () => {
      own.delete(connection)
      if (own.size === 0 && this.#connectionsByPerson.get(person.id) === own) {
        this.#connectionsByPerson.delete(person.id)
      }
    })
    this.#heartbeat ??= setInterval(() => void this.#checkAll(), HEARTBEAT_MS).unref()
    await this.#channel.listen()
    this.#sendTo([connection], { type: 'hello' })
  }

  /**
   * Sends an event to all connections of these people, in every process. Call it after the commit. It resolves when the
   * other processes have been notified, so a command that awaits it has notified everybody when it returns. Never
   * throws.
   */
  notify(personIds: readonly string[], event: LiveEvent): Promise<void> {
    this.#send(personIds, event)
    return this.#channel.publish({ to: personIds, push: event } satisfies ProcessMessage)
  }

  /** Closes all connections for a graceful shutdown; drops those that do not close in time. */
  async disconnectAll(): Promise<void> {
    for (const connection of this.#all()) connection.close(GOING_AWAY)
    const deadline = performance.now() + CLOSE_TIMEOUT_MS
    while (this.#connectionsByPerson.size > 0 && performance.now() < deadline) await wait(10)
    for (const connection of this.#all()) connection.terminate()
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    await this.#channel.close()
  }

  #all(): LiveConnection[] {
    return [...this.#connectionsByPerson.values()].flatMap((own) => [...own])
  }

  #receive(message: ProcessMessage): void {
    if ('ended' in message) {
      void this.#dropEnded([...(this.#connectionsByPerson.get(message.ended) ?? [])])
    } else this.#send(message.to, message.push)
  }

  #send(personIds: readonly string[], event: LiveEvent): void {
    for (const id of personIds) this.#sendTo(this.#connectionsByPerson.get(id) ?? [], event)
  }

  #sendTo(connections: Iterable<LiveConnection>, event: LiveEvent): void {
    const text = JSON.stringify(event)
    for (const connection of connections) connection.send(text)
  }

  async #checkAll(): Promise<void> {
    const connections = this.#all()
    for (let from = 0; from < connections.length; from += PINGS_PER_TURN) {
      for (const connection of connections.slice(from, from + PINGS_PER_TURN)) {
        connection.checkHeartbeat()
      }
      await nextTurn()
    }
    await this.#dropEnded(connections)
  }

  async #dropEnded(connections: readonly LiveConnection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const hashes = connections.map(({ person }) => person.sessionHash)
      const living = new Set(
        (await this.#unexpiredSessions(hashes)).map((hash) => hash.toString('hex')),
      )
      for (const connection of connections) {
        const isLiving = living.has(connection.person.sessionHash.toString('hex'))
        if (!isLiving) connection.close(SESSION_ENDED)
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check the sessions of live connections')
    }
  }
}
