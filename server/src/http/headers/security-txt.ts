import type { Context } from '#server/context.ts'
import type { App } from '../app.ts'

const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** Says where to report a vulnerability (RFC 9116). rule: openapi */
export function securityTxtRoute(app: App, { config, clock }: Context): void {
  const { publicOrigin, supportMail } = config
  app.get('/.well-known/security.txt', (_request, reply) => {
    const day = Math.floor(clock.now().getTime() / DAY_MS)
    const lines = [
      ...(supportMail ? [`Contact: mailto:${supportMail}`] : []),
      `Contact: ${publicOrigin}/contact`,
      `Expires: ${new Date((day + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, pt, es',
      `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
