import { once } from 'node:events'
import { connect } from 'node:net'

/** A minimal HTTP client on one keep-alive connection. It costs so little CPU that the measurement shows the server. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: PromiseWithResolvers<string> | undefined
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    received += part
    const end = received.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
    if (received.length < end + 4 + Number(length)) return
    waiting?.resolve(received)
    received = ''
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))
  const send = (head: string, body = ''): Promise<string> => {
    waiting = Promise.withResolvers<string>()
    socket.write(`${head}\r\nhost: 127.0.0.1:${port}\r\n${body && jsonHeaders(body)}\r\n${body}`)
    return waiting.promise
  }
  return {
    /** GETs a path. Throws unless the answer has this status. */
    async get(path: string, { status = 200, headers = [] as string[] } = {}): Promise<void> {
      const answer = await send([`GET ${path} HTTP/1.1`, ...headers].join('\r\n'))
      if (!answer.startsWith(`HTTP/1.1 ${status}`))
        throw new Error(`${path}: ${answer.slice(0, 300)}`)
    },
    /** Sends a request, with JSON if it has a body. */
    async ask(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      headers: string[],
      body?: unknown,
    ): Promise<{ status: number; head: string; body: string }> {
      const lines = [`${method} ${path} HTTP/1.1`, ...headers].join('\r\n')
      const answer = await send(lines, body === undefined ? '' : JSON.stringify(body))
      const end = answer.indexOf('\r\n\r\n')
      return {
        status: Number(answer.slice(9, 12)),
        head: answer.slice(0, end),
        body: answer.slice(end + 4),
      }
    },
    close: () => socket.destroy(),
  }
}

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** Opens connections for as long as `run` takes. The server closes one that was idle for long. */
export async function withConnections(
  port: number,
  count: number,
  run: (connections: Connection[]) => Promise<void>,
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  await run(connections)
  for (const connection of connections) connection.close()
}

/**
 * The header that gives a person, or a session, a network of its own: what is counted for one network is counted one
 * after the other.
 */
export function ownNetwork(id: string): string {
  return `x-forwarded-for: 2001:db8:${id.slice(-8, -4)}:${id.slice(-4)}::1`
}

function jsonHeaders(body: string): string {
  return `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
}
