import { request as send } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { App } from '#server/http/app.ts'

export type Asked = { method?: string; headers?: Record<string, string> }
export type Answered = {
  status: number
  headers: IncomingHttpHeaders
  /** Its request id. */
  id: unknown
  body: Buffer
}

/** Asks a server that listens, and adds no header. The answer's headers are those that repeat. */
export async function askOverNetwork(
  app: App,
  path: string,
  { method = 'GET', headers = {} }: Asked = {},
): Promise<Answered> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    send({ port, path, method, headers }, (response) => {
      const { statusCode: status = 0 } = response
      const { 'x-request-id': id, date: _, ...others } = response.headers
      buffer(response).then((body) => resolve({ status, headers: others, id, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}
