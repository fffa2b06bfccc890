import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Refusal, refuse } from '#server/http/refusal.ts'
import type { Answer, Order, Outcome, WrittenPicture } from './picture-process.ts'

const PROCESS = new URL('./picture-process.ts', import.meta.url)
const HEAP_MB_MAX = 128
const MAKE_MS_MAX = 15_000
const AVIF_MS_MAX = 60_000
/** Above this the process is replaced after its work: what a picture left behind goes with it. */
const MEMORY_BYTES_MAX = 400 * 1024 * 1024
/** More uploads than this do not wait: the last of them would wait longer than a minute. */
const WAITING_MAX = 60

type Work = { order: Order; msMax: number; done: PromiseWithResolvers<Outcome> }

/**
 * Makes pictures in a process of its own, one after another, so that a hostile or huge file can neither stop nor fill the
 * server. The process begins with the first picture; one that crashes, or takes too long, ends with a refusal and is replaced.
 */
export class PictureMaker {
  readonly #uploads: Work[] = []
  readonly #whenIdle: Work[] = []
  #process: ChildProcess | undefined
  #busy = false
  #closed = false

  /** The picture in the file at a path, in every size, in files beside it; refuses what cannot be read or has too many pixels (decision 36). */
  async make(path: string): Promise<WrittenPicture> {
    if (this.#uploads.length >= WAITING_MAX) refuse('overloaded')
    return (await this.#ask(this.#uploads, { make: path }, MAKE_MS_MAX)) as WrittenPicture
  }

  /** A WebP picture of ours as AVIF. Uploads go first. */
  async toAvif(webp: Uint8Array): Promise<Uint8Array> {
    return (await this.#ask(this.#whenIdle, { avif: webp }, AVIF_MS_MAX)) as Uint8Array
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = this.#process
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  async #ask(waiting: Work[], order: Order, msMax: number) {
    const work: Work = { order, msMax, done: Promise.withResolvers() }
    waiting.push(work)
    void this.#next()
    const outcome = await work.done.promise
    if ('unusable' in outcome) throw new Refusal(outcome.unusable)
    return outcome.made
  }

  async #next(): Promise<void> {
    if (this.#busy) return
    const work = this.#uploads.shift() ?? this.#whenIdle.shift()
    if (!work) return
    this.#busy = true
    work.done.resolve(await this.#do(work))
    this.#busy = false
    void this.#next()
  }

  async #do({ order, msMax }: Work): Promise<Outcome> {
    if (this.#closed) return { unusable: 'image_unreadable' }
    const child = this.#running()
    const tooLong = setTimeout(() => child.kill('SIGKILL'), msMax)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const crashed = () => resolve({ outcome: { unusable: 'image_unreadable' }, memoryBytes: 0 })
    child.once('message', resolve).once('exit', crashed).once('error', crashed)
    // What cannot be sent has no answer either; the end of the process says so.
    child.send(order, () => {})
    const { outcome, memoryBytes } = await promise
    clearTimeout(tooLong)
    child.off('message', resolve).off('exit', crashed).off('error', crashed)
    if (memoryBytes > MEMORY_BYTES_MAX) child.disconnect()
    return outcome
  }

  #running(): ChildProcess {
    if (this.#process?.connected) return this.#process
    // It sees nothing of our settings; `advanced` carries bytes as bytes.
    const child = fork(PROCESS, {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    // Not what keeps the server alive.
    child.unref()
    child.channel?.unref()
    this.#process = child
    return child
  }
}
