import { once } from 'node:events'
import { connect } from 'node:net'

const HANDSHAKE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: bGl2ZSBjb25uZWN0aW9ucw==',
]
const TEXT_FRAME = 0x81
const PING_FRAME = 0x89

/** A minimal WebSocket client. `onText` is called with the text of each message. */
export async function openLive(
  port: number,
  path: string,
  cookie: string,
  onText: (text: string) => void,
) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `cookie: ${cookie}`,
    ...HANDSHAKE,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const connected = Promise.withResolvers<void>()
  socket.on('error', connected.reject)
  let rest: Buffer = Buffer.alloc(0)
  let isOpen = false
  socket.on('data', (part: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n')
      if (end === -1) return
      if (!rest.toString('latin1').startsWith('HTTP/1.1 101')) {
        connected.reject(new Error(rest.toString('latin1')))
        return
      }
      isOpen = true
      rest = rest.subarray(end + 4)
    }
    // The server's frames are short and never split: two bytes, then the text.
    while (rest.length >= 2 && rest.length >= 2 + rest[1]!) {
      const [kind, length] = [rest[0], rest[1]!]
      if (kind === PING_FRAME) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
      else if (kind === TEXT_FRAME) {
        connected.resolve()
        onText(rest.toString('utf8', 2, 2 + length))
      }
      rest = rest.subarray(2 + length)
    }
  })
  await connected.promise
  return { close: () => socket.destroy() }
}
