import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

/** The way to a database, which a test can break, or let lead to another port, as a balancer does after a failover. */
export async function openWay(databaseUrl: string) {
  const to = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state = {
    refuses: false,
    losesCommits: false,
    /** The next answer with this text is lost. */
    losesAnswerWith: undefined as string | undefined,
    /** Connections get nothing any more once an answer has this text. */
    freezesAtAnswerWith: undefined as string | undefined,
    frozen: 0,
    attempts: 0,
    port: Number(to.port),
  }
  const proxy = createServer((client) => {
    state.attempts += 1
    if (state.refuses) return client.destroy()
    const database = connect(state.port, to.hostname)
    let isCommitting = false
    let isFrozen = false
    client.on('data', (part) => {
      isCommitting = state.losesCommits && /\bcommit\b/i.test(part.toString('latin1'))
      database.write(part)
    })
    // The database has committed when it answers; the answer is lost.
    database.on('data', (part) => {
      if (!isFrozen && state.freezesAtAnswerWith && part.includes(state.freezesAtAnswerWith)) {
        isFrozen = true
        state.frozen += 1
      }
      if (isFrozen) return undefined
      const isLost = state.losesAnswerWith && part.includes(state.losesAnswerWith)
      if (isLost) state.losesAnswerWith = undefined
      return isLost || isCommitting ? client.destroy() : client.write(part)
    })
    for (const [one, end] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => end.destroy())
    }
    return undefined
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  return {
    url: url.href,
    state,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => proxy.close(),
  }
}
