import { createServer } from 'node:http'

/** node:http sending a ready answer, in a process of its own: what nothing can be quicker than. Its parent says which; ends with it. */
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
