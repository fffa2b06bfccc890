import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PageRead } from './http/page-reads.ts'
import { isSecretAddress } from './http/secret-addresses.ts'
import { whenSent } from './http/sent-bytes.ts'

const BYTES_MAX = 32 * 1024 * 1024
const HOUR_MS = 3_600_000
/** Kinds of browsers, by the encodings that they accept. For others the page is compressed each time. */
const ENCODINGS_MAX = 4

type Page = { html: Buffer; noindex: boolean; reads: readonly PageRead[] }

/** The body of a page as browsers get it that accept the same encodings. */
const encodings = new WeakMap<
  Page,
  Map<string, { bytes: Buffer; headers: Record<string, string> }>
>()

/**
 * Pages of visitors, as they were rendered. Such a page depends on its address, its language, what it reads, and the
 * day. Each visitor's page reads everything again, with its counts and limits, and is rendered again unless all answers
 * are the same. Pages of users are not kept. rule: kept-pages
 */
export class KeptPages {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: BYTES_MAX,
    // Compressed, the page takes a quarter, at most as often as it is kept.
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length),
  })

  /** The page, if it can be sent again. `answers`: by path, what was read to know that. */
  async find(
    key: string | undefined,
    { ip, cookies }: Pick<FastifyRequest, 'ip' | 'cookies'>,
    language: string,
  ): Promise<{ page?: Page; answers: Map<string, PageRead> }> {
    const answers = new Map<string, PageRead>()
    const page = key && this.#pages.get(key)
    if (!page) return { answers }
    const visitor = { ip, cookies, headers: { 'accept-language': language } }
    const isSame = async ({ path, repeat, json: { tag } }: PageRead): Promise<boolean> => {
      const json = await repeat(visitor)
      answers.set(path, { path, repeat, json })
      return json.tag === tag
    }
    const same = await Promise.all(page.reads.map((read) => isSame(read).catch(() => false)))
    if (same.every(Boolean)) return { page, answers }
    this.#pages.delete(key)
    return { answers }
  }

  keep(key: string, page: Page): void {
    encodings.set(page, new Map())
    this.#pages.set(key, page)
  }
}

/** What a visitor's page depends on, beside what it reads. Undefined if its address is a secret. */
export function keyOfPage(url: string, language: string): string | undefined {
  // Where a page reckons with days, they begin at a full hour.
  return isSecretAddress(url) ? undefined : `${Math.floor(Date.now() / HOUR_MS)} ${language} ${url}`
}

/** Sends a page. One that is kept is compressed once for each kind of browser. rule: kept-pages */
export function sendKept(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.type('text/html; charset=utf-8')
  if (page.noindex) reply.header('x-robots-tag', 'noindex')
  const { 'accept-encoding': accepted = '', 'x-no-compression': plain = '' } = request.headers
  const kind = `${accepted} ${String(plain)}`
  const ofPage = encodings.get(page)
  const encoded = ofPage?.get(kind)
  if (encoded) return reply.headers(encoded.headers).send(encoded.bytes)
  if (ofPage && ofPage.size < ENCODINGS_MAX)
    whenSent(request, (bytes, sent) => {
      const { vary, 'content-encoding': encoding } = sent.getHeaders()
      const headers = {
        vary: String(vary),
        ...(encoding && { 'content-encoding': String(encoding) }),
      }
      ofPage.set(kind, { bytes, headers })
    })
  return reply.send(page.html)
}
