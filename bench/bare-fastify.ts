import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import fastify from 'fastify'
import metrics from 'fastify-metrics'

/**
 * A process that sends a fixed answer from one route of Fastify, with the packaged plugins of Lustra and without its
 * own hooks. Its parent sends the answer. It ends with its parent.
 */
let answer = { headers: {} as Record<string, string>, body: Buffer.alloc(0) }
process.on('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  answer = { headers, body: Buffer.from(body, 'base64') }
  process.send?.('ready')
})
const app = fastify()
await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
await app.register(cookie)
await app.register(formbody)
await app.register(websocket)
await app.register(underPressure, { maxEventLoopDelay: Infinity })
await app.register(metrics, { endpoint: null, routeMetrics: { enabled: { histogram: true } } })
app.get('/*', async (_request, reply) => reply.headers(answer.headers).send(answer.body))
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.once('disconnect', () => process.exit())
