import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { TurnQueue } from './turn-queue.ts'
import type { WorkerAnswer } from './worker-requests.ts'

const HEAP_MB_MAX = 128
/**
 * The worker does one thing at a time. With more threads it holds some 50 MB more (docs/benchmarks/small-server.md).
 */
const FLAGS = [`--max-old-space-size=${HEAP_MB_MAX}`, '--max-semi-space-size=1']
const ONE_THREAD = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }

type Limits = {
  /** The process is replaced after a request that leaves it above this, native memory included. */
  memoryBytesMax?: number
  /** The process ends after this time without a request. */
  idleMsMax?: number
}

type Work<Request, Response> = {
  request: () => Request | Promise<Request>
  timeoutMs: number
  response: PromiseWithResolvers<Response | undefined>
}

/**
 * A separate process for work that may crash, hang or fill the memory, such as decoding a hostile picture. It answers
 * one request at a time, at the lowest priority (worker-requests.ts). It starts with the first request, and a dead
 * process is replaced with the next one. Why no pool from npm: docs/decisions/0038. rule: photos
 */
export class WorkerProcess<Request, Response> {
  readonly #module: URL
  readonly #limits: Limits
  readonly #waiting = new TurnQueue<Work<Request, Response>>()
  readonly #waitingForIdle: Work<Request, Response>[] = []
  #process: ChildProcess | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #isBusy = false
  #isClosed = false

  constructor(module: URL, limits: Limits = {}) {
    this.#module = module
    this.#limits = limits
  }

  /** How many requests wait, without the running one and those with `whenIdle`. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /** How many of them wait for this turn. */
  waitingCountOf(turn: string): number {
    return this.#waiting.lengthOf(turn)
  }

  /**
   * Loads and sends a request at its turn, so that waiting requests need no memory. Returns undefined when the process
   * crashed, exceeded `timeoutMs` or was closed. Requests of different turns, such as people, alternate. Requests with
   * `whenIdle` run after all others.
   */
  run(
    request: () => Request | Promise<Request>,
    {
      timeoutMs,
      turn = '',
      whenIdle = false,
    }: { timeoutMs: number; turn?: string; whenIdle?: boolean },
  ): Promise<Response | undefined> {
    const work = { request, timeoutMs, response: Promise.withResolvers<Response | undefined>() }
    if (whenIdle) this.#waitingForIdle.push(work)
    else this.#waiting.push(turn, work)
    void this.#runNext()
    return work.response.promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async #runNext(): Promise<void> {
    if (this.#isBusy) return
    const work = this.#waiting.shift() ?? this.#waitingForIdle.shift()
    if (!work) return
    this.#isBusy = true
    await this.#exchange(work).then(work.response.resolve, work.response.reject)
    this.#isBusy = false
    void this.#runNext()
  }

  async #exchange({ request, timeoutMs }: Work<Request, Response>): Promise<Response | undefined> {
    const message = await request()
    if (this.#isClosed) return undefined
    clearTimeout(this.#idleTimer)
    const child = this.#runningProcess()
    const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const { promise, resolve } = Promise.withResolvers<WorkerAnswer<Response> | undefined>()
    const crashed = () => resolve(undefined)
    child.once('message', resolve).once('exit', crashed).once('error', crashed)
    // A failed send needs no handling: the process ends then, and 'exit' reports it.
    child.send(message as object, () => {})
    const answer = await promise
    clearTimeout(timeout)
    child.off('message', resolve).off('exit', crashed).off('error', crashed)
    this.#limit(child, answer?.memoryBytes ?? 0)
    return answer?.response
  }

  #limit(child: ChildProcess, memoryBytes: number): void {
    const { memoryBytesMax = Infinity, idleMsMax } = this.#limits
    const end = () => child.connected && child.disconnect()
    if (memoryBytes > memoryBytesMax) end()
    else if (idleMsMax !== undefined) this.#idleTimer = setTimeout(end, idleMsMax).unref()
  }

  #runningProcess(): ChildProcess {
    if (this.#process?.connected) return this.#process
    // Without what strips the types, which Node does not load where the code is compiled already.
    const { NODE_COMPILE_CACHE } = process.env
    // The process learns no other setting and no secret. 'advanced' sends bytes as bytes.
    const child = fork(this.#module, {
      env: { ...ONE_THREAD, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) },
      execArgv: FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    // The process must not keep the server alive.
    child.unref()
    child.channel?.unref()
    this.#process = child
    return child
  }
}
