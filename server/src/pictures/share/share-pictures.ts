import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Files } from '#server/outside/files/files.ts'
import { WorkerProcess } from '../worker-process.ts'
import type { ShareCard } from './share-card.ts'
import type { ShareRequest } from './share-process.ts'

/** Drawing takes 0.2 s of processor time. At the lowest priority, a busy machine makes that many seconds. */
const DRAW_MS_MAX = 30_000
const IDLE_MS_MAX = 60_000
/** The most bytes of pictures in memory. One picture has about 50 kB. rule: sharing */
const CACHE_BYTES_MAX = 16 * 1024 * 1024
/** Each takes a fifth of a second of one core. */
const WAITING_MAX = 20

/** A share picture (JPEG) with its strong ETag. */
export type SharePicture = { bytes: Uint8Array; tag: string }

type Subject = { card: ShareCard; photoFile: string | undefined }

/**
 * Draws share pictures in a separate process, one after another, and caches the latest. Simultaneous requests for one
 * picture draw it once. The process ends after a minute without a request.
 */
export class SharePictures {
  readonly #files: Files
  readonly #cache: LRUCache<string, SharePicture, Subject>
  readonly #worker = new WorkerProcess<ShareRequest, Uint8Array | null>(
    new URL('./share-process.ts', import.meta.url),
    { idleMsMax: IDLE_MS_MAX },
  )

  constructor(files: Files) {
    this.#files = files
    this.#cache = new LRUCache({
      maxSize: CACHE_BYTES_MAX,
      sizeCalculation: ({ bytes }) => bytes.length,
      fetchMethod: (_key, _stale, { context }) => this.#draw(context),
    })
  }

  /** The picture of a card, with a stored photo; undefined when too many wait, or when it cannot be drawn. */
  of(card: ShareCard, photoFile: string | undefined): Promise<SharePicture | undefined> {
    return this.#cache.fetch(JSON.stringify([card, photoFile]), { context: { card, photoFile } })
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #draw({ card, photoFile }: Subject): Promise<SharePicture | undefined> {
    if (this.#worker.waitingCount >= WAITING_MAX) return undefined
    const photoOf = async () => (photoFile === undefined ? undefined : this.#files.read(photoFile))
    const request = async () => ({ card, photo: await photoOf() })
    const bytes = await this.#worker.run(request, { timeoutMs: DRAW_MS_MAX })
    return bytes ? { bytes, tag: `"${hash('sha1', bytes, 'base64url')}"` } : undefined
  }
}
