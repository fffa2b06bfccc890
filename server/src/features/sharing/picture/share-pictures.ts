import { LRUCache } from 'lru-cache'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import type { Files } from '#server/outside/files/files.ts'
import type { ShareCard } from './share-card.ts'
import type { ShareOrder } from './share-process.ts'

const PROCESS = new URL('./share-process.ts', import.meta.url)
const HEAP_MB_MAX = 128
const DRAW_MS_MAX = 10_000
const IDLE_MS_MAX = 60_000
/** A picture has some 50 kB. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024
/** More than this do not wait: each takes a fifth of a second of one core. */
const WAITING_MAX = 20

/** A share picture (JPEG) with its strong ETag. */
export type SharePicture = { bytes: Uint8Array; tag: string }

type Asked = { card: ShareCard; photoFile: string | undefined }

/**
 * Draws share pictures in a process of its own at the lowest priority, one after another and each once, however many ask; keeps the latest.
 * The process begins with the first picture and ends when nobody has asked for a minute.
 */
export class SharePictures {
  readonly #files: Files
  readonly #kept: LRUCache<string, SharePicture, Asked>
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(files: Files) {
    this.#files = files
    this.#kept = new LRUCache({
      maxSize: KEPT_BYTES_MAX,
      sizeCalculation: ({ bytes }) => bytes.length,
      fetchMethod: (_key, _stale, { context }) => this.#inTurn(context),
    })
  }

  /** The picture of a card, with a photo of ours by its file's name; undefined while too many wait, or if it cannot be drawn. */
  of(card: ShareCard, photoFile: string | undefined): Promise<SharePicture | undefined> {
    return this.#kept.fetch(JSON.stringify([card, photoFile]), { context: { card, photoFile } })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    const running = this.#process
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  async #inTurn(asked: Asked): Promise<SharePicture | undefined> {
    if (this.#waiting >= WAITING_MAX) return undefined
    this.#waiting += 1
    const drawn = this.#last.then(() => this.#draw(asked))
    this.#last = drawn.catch(() => {})
    try {
      return await drawn
    } finally {
      this.#waiting -= 1
    }
  }

  async #draw({ card, photoFile }: Asked): Promise<SharePicture | undefined> {
    const photo = photoFile === undefined ? undefined : await this.#files.read(photoFile)
    if (this.#closed) return undefined
    const bytes = await this.#ask({ card, photo })
    return bytes ? { bytes, tag: `"${hash('sha1', bytes, 'base64url')}"` } : undefined
  }

  async #ask(order: ShareOrder): Promise<Uint8Array | null> {
    clearTimeout(this.#idle)
    const child = this.#running()
    const tooLong = setTimeout(() => child.kill('SIGKILL'), DRAW_MS_MAX)
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
    const crashed = () => resolve(null)
    child.once('message', resolve).once('exit', crashed).once('error', crashed)
    // What cannot be sent has no answer either; the end of the process says so.
    child.send(order, () => {})
    const bytes = await promise
    clearTimeout(tooLong)
    child.off('message', resolve).off('exit', crashed).off('error', crashed)
    this.#idle = setTimeout(() => child.connected && child.disconnect(), IDLE_MS_MAX).unref()
    return bytes
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
