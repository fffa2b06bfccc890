import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/context.ts'

const BYTES_MAX = 16 * 1024 * 1024
const KEPT_MS = 10_000
const compressed = promisify(brotliCompress)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

export type Page = { html: Buffer; noindex: boolean; brotli?: Buffer }

/**
 * Pages of visitors, for ten seconds after they were rendered. A page depends on its address and its language alone.
 * Pages of users are not kept. rule: server-rendering
 */
export class KeptPages {
  readonly #pages: LRUCache<string, Page>

  constructor(clock: Clock) {
    this.#pages = new LRUCache({
      maxSize: BYTES_MAX,
      sizeCalculation: ({ html, brotli }, key) => html.length + (brotli?.length ?? 0) + key.length,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    })
  }

  has(language: string, address: string | undefined): boolean {
    return address !== undefined && this.#pages.has(`${language} ${address}`)
  }

  get(language: string, address: string | undefined): Page | undefined {
    return address === undefined ? undefined : this.#pages.get(`${language} ${address}`)
  }

  /** Keeps it with its compressed form, which most browsers take. */
  async keep(language: string, address: string, page: Page): Promise<Page> {
    const complete = { ...page, brotli: await compressed(page.html, BROTLI) }
    this.#pages.set(`${language} ${address}`, complete)
    return complete
  }
}

/** A page without a compressed form is compressed on its way, like every answer. */
export function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.type('text/html; charset=utf-8')
  if (page.noindex) reply.header('x-robots-tag', 'noindex')
  if (!page.brotli || !/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.send(page.html)
  return reply.header('content-encoding', 'br').send(page.brotli)
}
