import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, register } from '@prometheus-io/client'
import type { Context } from '#server/context.ts'
import { METRICS_PATH } from '#server/http/health.ts'
import { renewCertificateOf } from '#server/http/renew-certificate.ts'
import { securityHeaders } from '#server/http/headers/security-headers.ts'
import { readCertificate } from '#server/settings/server-certificate.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { registerGauges } from './gauges.ts'

const REQUEST_MS_MAX = 10_000

/** Returns a function that reads all metrics of this process, as Prometheus text. rule: probes-and-metrics */
export function metricsOf(context: Context): () => Promise<string> {
  const gauges = registerGauges(context)
  let reading: Promise<string> | undefined
  const read = async () => {
    await gauges.read()
    const registries = [register, context.meters.registry, gauges.registry]
    const texts = await Promise.all(registries.map((registry) => registry.metrics()))
    return texts.join('\n')
  }
  // A reader who asks meanwhile gets the same text: readers cannot take the connections of requests.
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

/**
 * Serves the metrics on METRICS_PORT, if it is set, with the server's certificate. Returns its port and how to close
 * it.
 * rule: probes-and-metrics, encrypted-connections
 */
export async function startMetricsServer(
  context: Context,
  lookEveryMs?: number,
): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const { metrics, certificate, roles } = context.config
  if (!metrics) return undefined
  // The app of the role web collects them itself, in the same registry.
  if (!roles.has('web')) collectDefaultMetrics({ register })
  const read = metricsOf(context)
  const headers = new Headers(
    Object.entries(securityHeaders(context.config)).map(([name, value]) => [name, String(value)]),
  )
  const answer: RequestListener = (request, response) => {
    response.setHeaders(headers)
    const path = request.url?.split('?')[0]
    if (path !== METRICS_PATH || request.method !== 'GET') response.writeHead(404).end()
    else if (!mayRead(request, metrics.token))
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    else
      read().then(
        (text) =>
          response
            .writeHead(200, { 'content-type': register.contentType, 'cache-control': 'no-store' })
            .end(text),
        () => response.writeHead(500).end(),
      )
  }
  const encrypted = certificate && https.createServer(readCertificate(certificate), answer)
  const server = encrypted ?? http.createServer(answer)
  const stopRenewal = encrypted && renewCertificateOf(encrypted, context, lookEveryMs)
  server.requestTimeout = REQUEST_MS_MAX
  server.headersTimeout = REQUEST_MS_MAX
  server.listen(metrics.port, metrics.host)
  try {
    await once(server, 'listening')
  } catch {
    throw new StartupProblem(
      `METRICS_PORT ${metrics.port} cannot be listened on. Stop what runs there, or set another port.`,
    )
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      stopRenewal?.()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Hashes have one length, so the time says nothing about the token. */
function mayRead({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
