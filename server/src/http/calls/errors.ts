import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'
import { resourceRefusalOf } from '#server/db/database-problem.ts'
import type { App } from '../app.ts'
import { busyPageFor } from '../limits/busy-page.ts'
import { Refusal } from './refusal.ts'

/** Errors of Fastify and its plugins, and the refusal that each becomes. */
const LIBRARY_CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
}

/**
 * After these statuses the same request may succeed a little later. For 429 it counts if the limit does not know when
 * it ends. rules: rate-limits, database-lost, storage-full
 */
export const RETRY_AFTER_S: Record<number, number> = { 429: 60, 503: 2, 507: 60 }

/**
 * Turns every error into an answer. An unknown error becomes a 500 that says nothing about its cause.
 * rule: error-shape
 */
export function answerErrors(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalFor(error)
    // An overloaded process has no time for a line beside that of each request.
    const isLogged =
      refusal.status >= 500 && !(error instanceof Refusal && error.code === 'overloaded')
    if (isLogged) request.log.error({ err: error }, 'request failed')
    const page = refusal.code === 'overloaded' && !isApiPath(request) && busyPageFor(request.raw)
    if (!page) return sendRefusal(reply, refusal)
    void reply.header('cache-control', 'no-store')
    return sendRefusal(reply, refusal, page)
  })
}

/** `page`: what a browser shows instead of the JSON. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, page?: Buffer): FastifyReply {
  const retryAfter = refusal.retryAfterSeconds ?? RETRY_AFTER_S[refusal.status]
  if (retryAfter) void reply.header('Retry-After', retryAfter)
  const type = page ? 'text/html' : 'application/json'
  return reply
    .code(refusal.status)
    .type(`${type}; charset=utf-8`)
    .send(page ?? refusal.body)
}

function refusalFor(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  const code = LIBRARY_CODES[error.code]
  if (code) return new Refusal(code)
  if (error instanceof SyntaxError && error.statusCode === 400) return new Refusal('bad_json')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('bad_request')
  }
  return new Refusal(resourceRefusalOf(error) ?? 'unexpected')
}

/** Whether a request is for the API, where even an unknown path answers JSON. rule: error-shape */
export function isApiPath(request: FastifyRequest): boolean {
  return (
    request.url === '/api' || request.url.startsWith('/api/') || request.url.startsWith('/api?')
  )
}
