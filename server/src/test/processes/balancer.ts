import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

const ASK_EACH_MS = 100

/**
 * A small balancer: sends each request to the next process whose /readyz last answered 200, over connections that it
 * keeps open, and tries none a second time.
 */
export class Balancer {
  readonly #ready = new Map<string, boolean>()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 20 })
  readonly #timer = setInterval(() => void this.#askAll(), ASK_EACH_MS)
  readonly #server = createServer((incoming, answer) => {
    const origin = this.#next()
    if (!origin) {
      answer.writeHead(502).end('no process is ready')
      return
    }
    const { method, url, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const passed = request(
      origin + url,
      { method: method!, headers: forwarded, agent: this.#agent },
      (response) => {
        const { connection: _, 'keep-alive': __, ...rest } = response.headers
        answer.writeHead(response.statusCode!, rest)
        response.pipe(answer)
      },
    )
    passed.on('error', (error) => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end(`${passed.reusedSocket} ${error.message} ${origin}`)
    })
    incoming.pipe(passed)
  })
  #count = 0

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(origin: string): void {
    this.#ready.set(origin, true)
  }

  remove(origin: string): void {
    this.#ready.delete(origin)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#agent.destroy()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #next(): string | undefined {
    const ready = [...this.#ready].filter(([, isReady]) => isReady)
    return ready[this.#count++ % ready.length]?.[0]
  }

  async #askAll(): Promise<void> {
    await Promise.all(
      [...this.#ready.keys()].map(async (origin) => {
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
        if (this.#ready.has(origin)) this.#ready.set(origin, answer?.status === 200)
      }),
    )
  }
}
