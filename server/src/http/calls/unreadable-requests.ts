import type { FastifyServerOptions } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { REFUSALS } from '#contract/refusals.ts'
import type { RefusalCode } from '#contract/refusals.ts'

const METHODS = 'DELETE, GET, HEAD, PATCH, POST, PUT'

/**
 * Answers a request that the HTTP parser could not read, so that no route and no hook saw it, with these headers. The
 * connection ends. rule: error-shape
 */
export function answerUnreadable(
  headers: OutgoingHttpHeaders,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, code] = answerTo(error.code)
    const body = JSON.stringify({ detail: REFUSALS[code].detail, code })
    if (socket.writable) {
      socket.write(
        [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          ...(status === 405 ? [`Allow: ${METHODS}`] : []),
          ...lines,
          'Content-Type: application/json; charset=utf-8',
          `Content-Length: ${Buffer.byteLength(body)}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      )
    }
    socket.destroy(error)
  }
}

function answerTo(errorCode: string): [number, RefusalCode] {
  if (errorCode === 'HPE_INVALID_METHOD') return [405, 'method_not_allowed']
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'bad_request']
  if (errorCode === 'HPE_HEADER_OVERFLOW') return [431, 'bad_request']
  return [400, 'bad_request']
}
