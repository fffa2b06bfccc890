import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response that replaces the server's; 'none' leaves the request unanswered. */
type Replacement = { body?: string; type?: string; status?: number } | 'none'

/** A proxy between the browser and the server. A test can replace its responses and drop its connections. */
export interface TestProxy {
  origin: string
  /** Answers requests to these paths with this response from now on. `undefined` ends that. */
  replaceResponse(path: RegExp, replacement: Replacement | undefined): void
  /** True: connections are dropped, as if the server were down. False: requests reach the server again. */
  dropConnections(isDropping: boolean): void
  /** The number of requests to these paths until now. */
  requestCount(path: RegExp): number
  stop(): Promise<void>
}

/** Starts a proxy on a free port in front of the server at `target`. */
export async function startTestProxy(target: string): Promise<TestProxy> {
  const replacements = new Map<string, { path: RegExp; replacement: Replacement }>()
  const requestedUrls: string[] = []
  let isDropping = false
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    requestedUrls.push(url)
    if (isDropping) return incoming.socket.destroy()
    const match = [...replacements.values()].find(({ path }) => path.test(url))
    return match
      ? sendReplacement(outgoing, match.replacement)
      : forward(target, incoming, outgoing)
  })
  server.on('upgrade', (_incoming, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${new URL(target).hostname}:${port}`,
    replaceResponse(path, replacement) {
      if (replacement) replacements.set(path.source, { path, replacement })
      else replacements.delete(path.source)
    },
    dropConnections(value) {
      isDropping = value
      if (value) server.closeAllConnections()
    },
    requestCount: (path) => requestedUrls.filter((url) => path.test(url)).length,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendReplacement(outgoing: ServerResponse, replacement: Replacement): void {
  if (replacement === 'none') return
  const { body = '', type = 'text/plain', status = 200 } = replacement
  outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

/** Sends the request to the server with the server's own host and origin, and its response to the browser. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { origin: _, ...headers } = incoming.headers
  const { host } = new URL(target)
  const onward = request(`${target}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: { ...headers, host, ...(incoming.headers.origin ? { origin: target } : {}) },
  })
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
