import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PageRead } from './http/page-reads.ts'
import { isSecretAddress } from './http/secret-addresses.ts'
import { whenSent } from './http/sent-bytes.ts'

const BYTES_MAX = 32 * 1024 * 1024
const HOUR_MS = 3_600_000
/** Kinds of browsers, by the encodings that they accept. For others the page is compressed each time. */
const ENCODINGS_MAX = 4
/** Longer than what any browser sends. */
const KIND_LENGTH_MAX = 100

/** `number` is that of no other page of this process. */
type Page = {
  number: number
  html: Buffer
  language: string
  noindex: boolean
  reads: readonly PageRead[]
}

/** The page, if it can be sent again. `answers`: by path, what was read to know that. */
export type FoundPage = { page?: Page; answers: Map<string, PageRead> }

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
  readonly #countKept: () => void

  constructor(countKept: () => void) {
    this.#countKept = countKept
  }

  async find(
    key: string | undefined,
    { ip, cookies }: Pick<FastifyRequest, 'ip' | 'cookies'>,
    language: string,
  ): Promise<FoundPage> {
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
    if (same.every(Boolean)) {
      this.#countKept()
      return { page, answers }
    }
    this.#pages.delete(key)
    return { answers }
  }

  keep(key: string, page: Page): void {
    encodings.set(page, new Map())
    this.#pages.set(key, page)
  }

  /** Sends a page. One that is kept is sent to the next visitors before Fastify. rule: repeated-reads */
  send(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (encodings.has(page)) this.#offer(request, page)
    return sendPage(page, request, reply)
  }

  /** No more of a page is held there than its number. */
  #offer(request: FastifyRequest, { number, language }: Page): void {
    const { server, url } = request
    server.repeatedReads.offer<FoundPage>(request, {
      read: (visitor) => this.find(keyOfPage(url, language), visitor, language),
      isSame: ({ page }) => page?.number === number,
    })
  }
}

let rendered = 0

type Rendered = { noindex?: boolean; language: string; reads: readonly PageRead[] }

export function newPage(html: string, { noindex = false, language, reads }: Rendered): Page {
  rendered += 1
  return { number: rendered, html: Buffer.from(html), noindex, language, reads }
}

/** What a visitor's page depends on, beside what it reads. Undefined if its address is a secret. */
export function keyOfPage(url: string, language: string): string | undefined {
  // Where a page reckons with days, they begin at a full hour.
  return isSecretAddress(url) ? undefined : `${Math.floor(Date.now() / HOUR_MS)} ${language} ${url}`
}

/** One that is kept is compressed once for each kind of browser. */
function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.type('text/html; charset=utf-8')
  if (page.noindex) reply.header('x-robots-tag', 'noindex')
  const { 'accept-encoding': accepted = '', 'x-no-compression': plain = '' } = request.headers
  const kind = `${accepted} ${String(plain)}`
  const ofPage = encodings.get(page)
  const encoded = ofPage?.get(kind)
  if (encoded) return reply.headers(encoded.headers).send(encoded.bytes)
  if (ofPage && ofPage.size < ENCODINGS_MAX && kind.length <= KIND_LENGTH_MAX)
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
