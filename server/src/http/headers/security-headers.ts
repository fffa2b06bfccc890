import helmet from 'helmet'
import type { HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from '#server/context.ts'
import type { App } from '../app.ts'
import { isSecretAddress } from './secret-addresses.ts'

/** The features of a browser that no page of ours uses. They are off, so that injected code cannot use them either. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const POLICY = 'content-security-policy'
/** The library that shows the calls writes markup itself. Nothing that people write is on the page. */
const API_PAGE = /^\/api\/docs\b/
const withoutTrustedTypes = (headers: OutgoingHttpHeaders) =>
  String(headers[POLICY]).replace(/;require-trusted-types-for [^;]+;trusted-types [^;]+/, '')

/**
 * For an answer that is a picture and nothing else: a browser that opens it runs and loads nothing.
 */
export const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const

/**
 * Sends the security headers with every answer. Helmet computes them once.
 * `inlineScriptHashes` names the inline scripts that pages may contain.
 */
export function sendSecurityHeaders(
  app: App,
  { config }: Context,
  inlineScriptHashes: readonly string[],
): void {
  const headers = securityHeaders(config, inlineScriptHashes)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (API_PAGE.test(request.url)) reply.header(POLICY, withoutTrustedTypes(headers))
    // A link on such a page must not tell its secret to another site.
    if (isSecretAddress(request.url)) reply.header('referrer-policy', 'no-referrer')
    done()
  })
}

/** The headers of every answer, also of one that no hook sees (unreadable-requests.ts). */
export function securityHeaders(
  config: Pick<Context['config'], 'secureCookies'>,
  inlineScriptHashes: readonly string[] = [],
): OutgoingHttpHeaders {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Also for styles, fonts and connections: each byte counts (rule: first-view).
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        ...(config.secureCookies ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: config.secureCookies,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: config.secureCookies,
    originAgentCluster: config.secureCookies,
    // For Internet Explorer, Flash and a filter that no browser has any more: each byte counts.
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
  return { ...headers, 'permissions-policy': PERMISSIONS_POLICY }
}

function headersOf(options: HelmetOptions) {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return response.getHeaders()
}
