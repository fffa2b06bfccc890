import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { JsonWithEtag } from './etag.ts'
import type { Repeat } from './repeated-reads.ts'

/** What a page has read, and how to read it again. */
export type PageRead = { path: string; repeat: Repeat; json: JsonWithEtag }

const ofPage = new AsyncLocalStorage<PageRead[]>()

/** Notes for the page that is being rendered, if this is one of its reads. */
export function noteRead({ url }: FastifyRequest, repeat: Repeat, json: JsonWithEtag): void {
  ofPage.getStore()?.push({ path: url, repeat, json })
}

/**
 * How a page reads: `answers` has what was read already, by path, and `fetch` gets the rest. Afterwards `canRepeat`
 * tells whether `reads` has all that the page has read. rule: kept-pages
 */
export function pageReads(
  answers: ReadonlyMap<string, PageRead>,
  fetch: (path: string) => Promise<Response>,
) {
  const reads: PageRead[] = []
  let asked = 0
  const fetcher = async (path: string): Promise<Response> => {
    asked += 1
    const answer = answers.get(path)
    if (!answer) return ofPage.run(reads, () => fetch(path))
    reads.push(answer)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return new Response(new Uint8Array(answer.json.bytes), { headers })
  }
  return { reads, fetcher, canRepeat: () => reads.length === asked }
}
