import type { App } from './app.ts'

/** How long a form with files may take to arrive: five photos at once on a slow line. */
export const FORM_TIMEOUT_MS = 5 * 60_000

/**
 * Ends requests whose body dribbles in for longer than `withinMs`. Forms with files have FORM_TIMEOUT_MS, which is the server's own
 * limit; a line that is silent for the connection's time-out ends in any case.
 */
export function abortSlowBodies(app: App, withinMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    const hasBody = Boolean(Number(headers['content-length'])) || 'transfer-encoding' in headers
    if (hasBody && !headers['content-type']?.startsWith('multipart/form-data')) {
      const tooSlow = setTimeout(() => raw.destroy(), withinMs)
      const end = () => clearTimeout(tooSlow)
      raw.once('end', end).once('close', end)
    }
    done()
  })
}
