import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { LiveEvent } from '#contract/talk/messaging.ts'
import { within } from '#server/scope.ts'
import type { DirectConnection } from '#server/db/db.ts'
import { LiveConnection } from './live-connection.ts'
import type { ConnectedPerson, Socket } from './live-connection.ts'
import { ProcessChannel } from './process-channel.ts'

/** Each connection is checked once in this many turns. A browser that does not read is dropped at the second time. */
const TURNS = 140
/** All 5,000 connections in one turn would delay messages by some 200 ms. docs/benchmarks/messages.md */
const TURN_MS = 100
/** The most missed turns that follow at once after the process was late. More of them would make it late again. */
const TURNS_AT_ONCE_MAX = 10
/** Their sessions are looked up by one statement a second. */
const TURNS_PER_LOOKUP = 10
const LOOKUP_MS_MAX = 3000
/** The most live connections of one person in one process. A browser has one connection for all its tabs. */
const CONNECTIONS_PER_PERSON_MAX = 20
const CLOSE_TIMEOUT_MS = 1000
/** The pause between browsers that read everything again after a gap, one at a time. */
const REFRESH_PAUSE_MS = 20
/** A browser reads everything anew each 30 s in any case. rule: live-refresh */
const REFRESH_MS_MAX = 20_000
const CLOSE_EACH_MS = 50
/** A message between processes must fit into one notification of PostgreSQL. */
const PEOPLE_PER_MESSAGE_MAX = 100
const SERVICE_RESTART = 1012
export const SESSION_ENDED = 4001
const TOO_MANY_CONNECTIONS = 4008

/**
 * A message between processes: an event as `push`, for people; or a user id as `ended`, which a database trigger sends
 * when a session is deleted. Processes of two releases may run side by side, so these names stay, and a message that is
 * neither is of a newer release.
 */
const ProcessMessage = z.union([
  z.object({ to: z.array(z.string()).readonly(), push: z.looseObject({ type: z.string() }) }),
  z.object({ ended: z.string() }),
])
type Options = {
  direct: DirectConnection
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
  readonly #turns = Array.from({ length: TURNS }, () => new Set<LiveConnection>())
  #turn = 0
  /** When turn 0 would have been, by performance.now(). */
  #turnsBegan = 0
  #joined = 0
  readonly #unchecked = new Set<LiveConnection>()
  #isChecking = false
  readonly #channel: ProcessChannel
  readonly #unexpiredSessions: Options['unexpiredSessions']
  readonly #log: Logger
  readonly #stopped = new AbortController()
  #refreshing = new AbortController()
  #isLeaving = false
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor({ unexpiredSessions, ...options }: Options) {
    this.#unexpiredSessions = unexpiredSessions
    this.#log = options.log
    this.#channel = new ProcessChannel({
      ...options,
      onMessage: (message) => this.#receive(message),
      onGap: () => void this.#refreshAll(),
    })
  }

  /**
   * Adds a signed-in person's connection and sends it `hello` once no event can be missed. `onText` gets the frames
   * that the browser sends. A person with too many connections is refused with close code 4008, everybody with 1012
   * once this process is leaving. rule: live-refresh, graceful-shutdown
   */
  async join(
    person: ConnectedPerson,
    socket: Socket,
    onText: (text: string) => void,
  ): Promise<void> {
    if (this.#isLeaving) return socket.close(SERVICE_RESTART)
    const own = this.#connectionsByPerson.get(person.id) ?? new Set()
    if (own.size >= CONNECTIONS_PER_PERSON_MAX) return socket.close(TOO_MANY_CONNECTIONS)
    const connection = new LiveConnection(person, socket, onText)
    this.#connectionsByPerson.set(person.id, own.add(connection))
    const turn = this.#turns[this.#joined++ % TURNS]!.add(connection)
    socket.on('close', () => {
      own.delete(connection)
      turn.delete(connection)
      if (own.size === 0 && this.#connectionsByPerson.get(person.id) === own) {
        this.#connectionsByPerson.delete(person.id)
      }
    })
    if (!this.#heartbeat) {
      this.#turnsBegan = performance.now()
      this.#heartbeat = setInterval(() => this.#checkDue(), TURN_MS).unref()
    }
    await this.#channel.listen()
    this.#sendTo([connection], { type: 'hello' })
  }

  /**
   * Sends an event to all connections of these people, in every process. Call it after the commit. Those of this
   * process get it at once. It resolves when the other processes have been notified. Never throws.
   */
  async notify(personIds: readonly string[], event: LiveEvent): Promise<void> {
    this.#send(personIds, event)
    const published: Promise<void>[] = []
    for (let from = 0; from < personIds.length; from += PEOPLE_PER_MESSAGE_MAX) {
      const to = personIds.slice(from, from + PEOPLE_PER_MESSAGE_MAX)
      const message: z.infer<typeof ProcessMessage> = { to, push: event }
      published.push(this.#channel.publish(message))
    }
    await Promise.all(published)
  }

  /**
   * Closes all connections within a time, one after another, so that their browsers do not come to the other processes
   * at once. Drops those that do not close in time. rule: graceful-shutdown
   */
  async disconnectAll(withinMs = 0): Promise<void> {
    this.#isLeaving = true
    const open = this.#all()
    const each = Math.ceil(open.length / Math.max(1, withinMs / CLOSE_EACH_MS))
    for (let from = 0; from < open.length; from += each) {
      for (const connection of open.slice(from, from + each)) connection.close(SERVICE_RESTART)
      if (from + each < open.length) await wait(withinMs / Math.ceil(open.length / each))
    }
    const deadline = performance.now() + CLOSE_TIMEOUT_MS
    while (this.#connectionsByPerson.size > 0 && performance.now() < deadline) await wait(10)
    for (const connection of this.#all()) connection.terminate()
  }

  /** How many are open in this process. */
  get size(): number {
    return this.#all().length
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    clearInterval(this.#heartbeat)
    await this.#channel.close()
  }

  #all(): LiveConnection[] {
    return [...this.#connectionsByPerson.values()].flatMap((own) => [...own])
  }

  /** A kind of event that is not known here is still sent: the browser may have the newer code already. */
  #receive(message: unknown): void {
    const known = ProcessMessage.safeParse(message)
    if (!known.success)
      this.#log.debug('a message of another release between processes was ignored')
    else if ('ended' in known.data) {
      void this.#dropEnded([...(this.#connectionsByPerson.get(known.data.ended) ?? [])])
    } else this.#send(known.data.to, known.data.push as LiveEvent)
  }

  /**
   * Lets all browsers read everything again, in a random order and not at once. A gap that comes while they still do
   * begins anew: two at a time would be twice as fast. rule: live-refresh
   */
  async #refreshAll(): Promise<void> {
    this.#refreshing.abort()
    this.#refreshing = new AbortController()
    const signal = AbortSignal.any([this.#stopped.signal, this.#refreshing.signal])
    const connections = this.#all()
      .map((connection) => ({ connection, at: Math.random() }))
      .toSorted((one, other) => one.at - other.at)
    const pauseMs = Math.min(REFRESH_PAUSE_MS, REFRESH_MS_MAX / connections.length)
    for (const { connection } of connections) {
      if (this.#connectionsByPerson.get(connection.person.id)?.has(connection))
        this.#sendTo([connection], { type: 'hello' })
      const wasStopped = await wait(pauseMs, false, {
        ref: false,
        signal,
      }).catch(() => true)
      if (wasStopped) return
    }
  }

  #send(personIds: readonly string[], event: LiveEvent): void {
    for (const id of personIds) this.#sendTo(this.#connectionsByPerson.get(id) ?? [], event)
  }

  #sendTo(connections: Iterable<LiveConnection>, event: LiveEvent): void {
    const text = JSON.stringify(event)
    for (const connection of connections) connection.send(text)
  }

  /** Takes the turns that are due. A timer alone would add up its delays. */
  #checkDue(): void {
    const due = Math.floor((performance.now() - this.#turnsBegan) / TURN_MS) - this.#turn
    // Each connection is due once, however long the process stood still.
    if (due > TURNS) this.#turnsBegan += (due - TURNS) * TURN_MS
    for (let taken = 0; taken < Math.min(due, TURNS_AT_ONCE_MAX); taken++) {
      this.#turn += 1
      for (const connection of this.#turns[this.#turn % TURNS]!) {
        connection.checkHeartbeat()
        this.#unchecked.add(connection)
      }
      if (this.#turn % TURNS_PER_LOOKUP === 0) void this.#checkSessions()
    }
  }

  /**
   * Looks up sessions, one look-up at a time: a slow database would get ever more at once. A failed one is tried next
   * time.
   */
  async #checkSessions(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    const connections = [...this.#unchecked]
    this.#unchecked.clear()
    const areChecked = await this.#dropEnded(connections)
    for (const connection of areChecked ? [] : connections)
      if (this.#connectionsByPerson.get(connection.person.id)?.has(connection))
        this.#unchecked.add(connection)
    this.#isChecking = false
  }

  /** Returns whether the look-up was answered. */
  async #dropEnded(connections: readonly LiveConnection[]): Promise<boolean> {
    if (connections.length === 0) return true
    try {
      const hashes = connections.map(({ person }) => person.sessionHash)
      const found = await within({ statementMsMax: LOOKUP_MS_MAX }, () =>
        this.#unexpiredSessions(hashes),
      )
      const living = new Set(found.map((hash) => hash.toString('hex')))
      for (const connection of connections) {
        const isLiving = living.has(connection.person.sessionHash.toString('hex'))
        if (!isLiving) connection.close(SESSION_ENDED)
      }
      return true
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check the sessions of live connections')
      return false
    }
  }
}
