import { createServer } from 'node:net'

/** A TCP server that sends back what it receives. It sends its port to the parent process and ends when that ends. */
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.pipe(socket)
})
server.listen(0, '127.0.0.1', 8192, () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
})
process.once('disconnect', () => process.exit())
