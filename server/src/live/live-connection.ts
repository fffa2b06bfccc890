import type { Actor } from '#server/http/calls/actor.ts'

/** The part of a WebSocket that we use. */
export type Socket = {
  /** Bytes that the browser has not received yet. */
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  close(code: number): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'ping' | 'pong' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  removeAllListeners(event: 'error'): Socket
}

/** The person whose browser is connected, and the session it uses. */
export type ConnectedPerson = Pick<Actor, 'id' | 'sessionHash'>

/** A browser that lets more than this wait is dropped. It reads everything again when it reconnects. */
const UNSENT_BYTES_MAX = 64 * 1024
const FRAMES_PER_SECOND_MAX = 10
const POLICY_VIOLATION = 1008

/** One browser's connection, with its limits. rule: live-refresh */
export class LiveConnection {
  readonly person: ConnectedPerson
  readonly #socket: Socket
  #hasAnsweredPing = true
  #framesThisSecond = 0
  #second = 0

  /** `onText` gets each text frame that the browser sends within the limits. */
  constructor(person: ConnectedPerson, socket: Socket, onText: (text: string) => void) {
    this.person = person
    this.#socket = socket
    socket.on('pong', () => {
      this.#hasAnsweredPing = true
      this.#countControlFrame()
    })
    socket.on('ping', () => this.#countControlFrame())
    socket.on('message', (data, isBinary) => {
      if (isBinary || this.#isOverFrameLimit()) socket.close(POLICY_VIOLATION)
      else onText(data.toString())
    })
  }

  send(text: string): void {
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Sends a ping, or drops the connection if the last ping got no answer. */
  checkHeartbeat(): void {
    if (!this.#hasAnsweredPing) return this.#socket.terminate()
    this.#hasAnsweredPing = false
    this.#socket.ping()
  }

  /** Pings and pongs count towards the limit: they cost the server as much as text frames. */
  #countControlFrame(): void {
    if (this.#isOverFrameLimit()) this.#socket.terminate()
  }

  #isOverFrameLimit(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#framesThisSecond = 0
    this.#second = second
    return ++this.#framesThisSecond > FRAMES_PER_SECOND_MAX
  }
}
