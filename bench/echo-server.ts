import { createServer } from 'node:net'

/** A process with a TCP server that echoes. It sends its port to its parent and ends with it. */
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.pipe(socket)
})
server.listen(0, '127.0.0.1', 8192, () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
})
process.once('disconnect', () => process.exit())
