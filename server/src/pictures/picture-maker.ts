import { Refusal, refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { PictureRequest, PictureResult, WrittenPicture } from './picture-process.ts'
import { WorkerProcess } from './worker-process.ts'

const MAKE_MS_MAX = 15_000
const AVIF_MS_MAX = 60_000
const MEMORY_BYTES_MAX = 400 * 1024 * 1024
/** The process and its library hold about 100 MB. The next picture waits half a second for a new one. */
const IDLE_MS_MAX = 5 * 60_000
/** The most uploads that wait. With more, the last one would wait longer than a minute. */
const UPLOADS_WAITING_MAX = 60
/** The app sends one photo after another. */
const UPLOADS_WAITING_PER_PERSON_MAX = 10
const RETRY_SECONDS = 10

/** Makes pictures in a separate process, one after another. rule: photos */
export class PictureMaker {
  readonly #worker = new WorkerProcess<PictureRequest, PictureResult>(
    new URL('./picture-process.ts', import.meta.url),
    { memoryBytesMax: MEMORY_BYTES_MAX, idleMsMax: IDLE_MS_MAX },
  )

  /**
   * Makes every size of the picture at a path, as files beside it. People take turns, so that one person's uploads do
   * not make others wait. Refuses 'image_unreadable', 'image_too_large_to_open', 'storage_full', 'too_many_requests'
   * when too many uploads of this person wait, and 'overloaded' when too many wait in all.
   * rule: photos
   */
  async make(path: string, personId: string): Promise<WrittenPicture> {
    if (this.#worker.waitingCountOf(personId) >= UPLOADS_WAITING_PER_PERSON_MAX)
      refuseForSeconds('too_many_requests', RETRY_SECONDS, { isHelpedBySolution: false })
    if (this.#worker.waitingCount >= UPLOADS_WAITING_MAX) refuse('overloaded')
    const result = await this.#worker.run(() => ({ make: path }), {
      timeoutMs: MAKE_MS_MAX,
      turn: personId,
    })
    return madeOf(result) as WrittenPicture
  }

  /** Converts a stored WebP picture to AVIF. Uploads go first. rule: photos */
  async toAvif(webp: Uint8Array): Promise<Uint8Array> {
    const result = await this.#worker.run(() => ({ avif: webp }), {
      timeoutMs: AVIF_MS_MAX,
      whenIdle: true,
    })
    return madeOf(result) as Uint8Array
  }

  close(): Promise<void> {
    return this.#worker.close()
  }
}

function madeOf(result: PictureResult | undefined): WrittenPicture | Uint8Array {
  if (!result) refuse('image_unreadable')
  if ('refusal' in result) throw new Refusal(result.refusal)
  return result.made
}
