import type { App } from '#server/http/app.ts'

export const BARE_PATH = '/api/bare'

export type FixedAnswer = { headers: Record<string, string>; body: string }

/** The headers that a handler sends. Hooks send all others. */
const OWN_HEADERS = ['content-type', 'cache-control', 'vary', 'etag']

/**
 * Adds a route that sends a fixed answer, with the plugins and hooks of the server, and admitted like an answer that is
 * kept: the upper limit of its reads. The function that it returns sets the answer and tells the parent.
 */
export function addBareRoute(app: App): (answer: FixedAnswer) => void {
  let own: Record<string, string | undefined> = {}
  let bytes = Buffer.alloc(0)
  app.get(BARE_PATH, { config: { isKept: () => true } }, async (_request, reply) =>
    reply.headers(own).send(bytes),
  )
  return ({ headers, body }) => {
    own = Object.fromEntries(OWN_HEADERS.map((name) => [name, headers[name]]))
    bytes = Buffer.from(body, 'base64')
    process.send?.('ready')
  }
}
