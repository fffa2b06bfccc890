import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** How long a form with files may take to arrive: five photos on a slow connection. */
export const FORM_TIMEOUT_MS = 5 * 60_000

/**
 * Closes the connection of a request whose body takes longer than `withinMs` to arrive. Forms with files have
 * FORM_TIMEOUT_MS instead, which is Fastify's request time-out. An idle connection ends earlier, by the connection
 * time-out. rule: request-limits
 */
export function abortSlowBodies(app: App, withinMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    if (hasBody(request) && !headers['content-type']?.startsWith('multipart/form-data')) {
      const tooSlow = setTimeout(() => raw.destroy(), withinMs)
      const end = () => clearTimeout(tooSlow)
      raw.once('end', end).once('close', end)
    }
    done()
  })
}

/** Whether a request says that a body follows. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Boolean(Number(headers['content-length'])) || 'transfer-encoding' in headers
}
