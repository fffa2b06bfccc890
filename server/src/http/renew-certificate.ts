import type { Server } from 'node:https'
import type { Context } from '#server/context.ts'
import { certificateVersion, readCertificate } from '#server/settings/server-certificate.ts'
import type { App } from './app.ts'

const LOOK_EVERY_MS = 60_000

type Settings = Pick<Context, 'config' | 'log'>

/** Renews the certificate of an app until it closes. */
export function renewCertificate(app: App, context: Settings, lookEveryMs = LOOK_EVERY_MS): void {
  const stop = renewCertificateOf(app.server as unknown as Server, context, lookEveryMs)
  app.addHook('onClose', stop)
}

/**
 * Takes a renewed certificate into use without a restart, until the returned function is called: its files are looked
 * at each minute. One that cannot be read leaves the earlier one in use. rule: encrypted-connections
 */
export function renewCertificateOf(
  server: Pick<Server, 'setSecureContext'>,
  { config: { certificate }, log }: Settings,
  lookEveryMs = LOOK_EVERY_MS,
): () => void {
  if (!certificate) return () => {}
  let version = certificateVersion(certificate)
  const timer = setInterval(() => {
    try {
      const newest = certificateVersion(certificate)
      if (newest === version) return
      server.setSecureContext(readCertificate(certificate))
      version = newest
    } catch (error) {
      log.error({ err: error }, 'the renewed certificate cannot be used: the earlier one stays')
    }
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
