import type { Actor } from '#server/http/actor.ts'
import type { Socket } from './socket.ts'

/** Whose connection it is, and by which session. */
export type Person = Pick<Actor, 'id' | 'sessionHash'>

/** Who has this much waiting does not read: the connection is dropped, and catches up when it comes back. */
const WAITING_BYTES_MAX = 64 * 1024
const WORDS_PER_SECOND = 10
const POLICY_VIOLATION = 1008

/** One browser's connection. */
export class Connection {
  readonly person: Person
  readonly #socket: Socket
  #answered = true
  #words = 0
  #second = 0

  /** `hear` gets each text that the browser says, within limits. */
  constructor(person: Person, socket: Socket, hear: (text: string) => void) {
    this.person = person
    this.#socket = socket
    socket.on('pong', () => {
      this.#answered = true
      this.#countControl()
    })
    socket.on('ping', () => this.#countControl())
    socket.on('message', (data, isBinary) => {
      if (isBinary || this.#isTooMuch()) socket.close(POLICY_VIOLATION)
      else hear(data.toString())
    })
  }

  send(text: string): void {
    if (this.#socket.bufferedAmount > WAITING_BYTES_MAX) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Asks whether anybody is there still; drops the connection that did not answer the last time. */
  beat(): void {
    if (!this.#answered) return this.#socket.terminate()
    this.#answered = false
    this.#socket.ping()
  }

  /** Pings and pongs cost as much as words. */
  #countControl(): void {
    if (this.#isTooMuch()) this.#socket.terminate()
  }

  #isTooMuch(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#words = 0
    this.#second = second
    return ++this.#words > WORDS_PER_SECOND
  }
}
