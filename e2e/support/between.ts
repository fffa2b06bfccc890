import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response instead of the server's: body, type and status; 'silence' never answers. */
type Instead = { body?: string; type?: string; status?: number } | 'silence'

/** A proxy between the browser and the server, whose responses a test can replace. */
export interface Between {
  origin: string
  /** Requests to these paths get this response from now on; undefined ends that. */
  instead(path: RegExp, answer: Instead | undefined): void
  /** True: connections are dropped, as if the server were down. False: as before. */
  cut(isCut: boolean): void
  /** How often a path was requested. */
  asked(path: RegExp): number
  stop(): Promise<void>
}

export async function standBetween(target: string): Promise<Between> {
  const changed = new Map<string, { path: RegExp; answer: Instead }>()
  const asked: string[] = []
  let isCut = false
  const server = createServer((coming, going) => {
    const url = coming.url ?? '/'
    asked.push(url)
    if (isCut) return coming.socket.destroy()
    const change = [...changed.values()].find(({ path }) => path.test(url))
    return change ? answer(going, change.answer) : passOn(target, coming, going)
  })
  server.on('upgrade', (_coming, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${new URL(target).hostname}:${port}`,
    instead(path, wanted) {
      if (wanted) changed.set(path.source, { path, answer: wanted })
      else changed.delete(path.source)
    },
    cut(wanted) {
      isCut = wanted
      if (wanted) server.closeAllConnections()
    },
    asked: (path) => asked.filter((url) => path.test(url)).length,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(going: ServerResponse, instead: Instead): void {
  if (instead === 'silence') return
  const { body = '', type = 'text/plain', status = 200 } = instead
  going.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

function passOn(target: string, coming: IncomingMessage, going: ServerResponse): void {
  const { origin: _, ...headers } = coming.headers
  const { host } = new URL(target)
  const onward = request(`${target}${coming.url}`, {
    method: coming.method ?? 'GET',
    headers: { ...headers, host, ...(coming.headers.origin ? { origin: target } : {}) },
  })
  onward.on('response', (response) => {
    going.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(going)
  })
  onward.on('error', () => going.destroy())
  going.on('close', () => onward.destroy())
  coming.pipe(onward)
}
