import type { Server } from 'node:https'
import type { Context } from '#server/context.ts'
import { certificateVersion, readCertificate } from '#server/settings/server-certificate.ts'
import type { App } from './app.ts'

const LOOK_EVERY_MS = 60_000

/**
 * Takes a renewed certificate into use without a restart: its files are looked at each minute. One that cannot be read
 * leaves the earlier one in use. rule: server-certificate
 */
export function renewCertificate(
  app: App,
  { config: { certificate }, log }: Pick<Context, 'config' | 'log'>,
  lookEveryMs = LOOK_EVERY_MS,
): void {
  if (!certificate) return
  let version = certificateVersion(certificate)
  const timer = setInterval(() => {
    try {
      const newest = certificateVersion(certificate)
      if (newest === version) return
      const server = app.server as unknown as Server
      server.setSecureContext(readCertificate(certificate))
      version = newest
    } catch (error) {
      log.error({ err: error }, 'the renewed certificate cannot be used: the earlier one stays')
    }
  }, lookEveryMs)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
}
