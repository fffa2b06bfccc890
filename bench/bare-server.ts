import { createServer } from 'node:http'

/**
 * A process that sends a fixed answer with node:http: the upper limit. Its parent sends the answer. It ends with its
 * parent.
 */
let answer = { headers: {} as Record<string, string>, body: Buffer.alloc(0) }
process.on('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  answer = { headers, body: Buffer.from(body, 'base64') }
  process.send?.('ready')
})
const server = createServer((_request, response) => {
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length })
  response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
})
process.once('disconnect', () => process.exit())
