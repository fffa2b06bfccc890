import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions, RouteOptions } from 'fastify'
import metrics from 'fastify-metrics'
import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import { constants } from 'node:zlib'
import { accessRoutes } from '#server/visits/access/access.routes.ts'
import { actionsRoutes } from '#server/console/actions/actions.routes.ts'
import { accountRoutes } from '#server/account/close/close.routes.ts'
import { billingRoutes } from '#server/money/subscription/billing.routes.ts'
import { simulatedCheckoutRoutes } from '#server/money/payments/simulated-checkout.routes.ts'
import { webhookRoutes } from '#server/money/payments/webhook.routes.ts'
import { bookingsRoutes } from '#server/bookings/lists/bookings.routes.ts'
import { seriesRoutes } from '#server/bookings/series/series.routes.ts'
import { citiesRoutes } from '#server/market/cities/cities.routes.ts'
import { claimsRoutes } from '#server/trust/claims/claims.routes.ts'
import { dashboardRoutes } from '#server/bookings/dashboard/dashboard.routes.ts'
import { healthOfMarketplaceRoutes } from '#server/console/health/health.routes.ts'
import { decisionsRoutes } from '#server/trust/decisions/decisions.routes.ts'
import { homePhotosRoutes } from '#server/market/homes/home-photos.routes.ts'
import { findingRoutes } from '#server/console/finding/finding.routes.ts'
import { homesRoutes } from '#server/market/homes/homes.routes.ts'
import { factorRoutes } from '#server/people/factors/factors.routes.ts'
import { passkeyRoutes } from '#server/people/factors/passkeys.routes.ts'
import { identityRoutes } from '#server/account/own/account.routes.ts'
import { endOfflineLogouts } from '#server/people/sessions/offline-logout.ts'
import { sessionOf, sessionToken } from '#server/people/sessions/sessions.ts'
import { locationsRoutes } from '#server/places/locations.routes.ts'
import { mediaRoutes } from '#server/pictures/media.routes.ts'
import { acceptLive, liveRoutes } from '#server/talk/live/live.routes.ts'
import { messagingRoutes } from '#server/talk/messages/messaging.routes.ts'
import { noticesRoutes } from '#server/talk/notices/notices.routes.ts'
import { operatorCasesRoutes } from '#server/console/cases/operator-cases.routes.ts'
import { auditRoutes } from '#server/trust/audit/audit.routes.ts'
import { operatorsRoutes } from '#server/console/operators/operators.routes.ts'
import { separateOperatorHost } from '#server/console/operators/operator-host.ts'
import {
  hideFromOtherNetworks,
  isOperatorNetwork,
} from '#server/console/operators/operator-networks.ts'
import { operatorSessionOf } from '#server/console/sign-in/operator-sessions.ts'
import { viewToken, viewedPersonOf } from '#server/console/operators/person-view.ts'
import { hoursRoutes } from '#server/bookings/hours/hours.routes.ts'
import { problemsRoutes } from '#server/visits/problems/problems.routes.ts'
import { safetyRoutes } from '#server/visits/safety/safety.routes.ts'
import { professionalsRoutes } from '#server/market/professionals/professionals.routes.ts'
import { profileRoutes } from '#server/market/profile/profile.routes.ts'
import { reportsRoutes } from '#server/trust/reports/reports.routes.ts'
import { reviewsRoutes } from '#server/market/reviews/reviews.routes.ts'
import { searchRoutes } from '#server/market/search/search.routes.ts'
import { sharingRoutes } from '#server/market/sharing/sharing.routes.ts'
import { supportRoutes } from '#server/talk/support/support.routes.ts'
import { busyTimesRoutes } from '#server/calendar/busy/busy-times.routes.ts'
import { offerRoutes } from '#server/market/offer/offer.routes.ts'
import { timeRoutes } from '#server/calendar/plan/time.routes.ts'
import { verificationRoutes } from '#server/trust/verification/verification.routes.ts'
import { agreementsRoutes } from '#server/bookings/agreements/agreements.routes.ts'
import { privatePhotosRoutes } from '#server/visits/day/private-photos.routes.ts'
import { visitsRoutes } from '#server/visits/day/visits.routes.ts'
import { workRoutes } from '#server/visits/day/work.routes.ts'
import type { App } from '#server/http/app.ts'
import { answerErrors, isApiPath, sendRefusal } from '#server/http/calls/errors.ts'
import { escapeBrokenPercents } from '#server/http/headers/broken-escapes.ts'
import { drainBeforeClose } from '#server/http/limits/draining.ts'
import { cleanForwarded } from '#server/http/headers/forwarded.ts'
import { keptAnswers } from '#server/http/headers/kept-answers.ts'
import type { KeptAnswers } from '#server/http/headers/kept-answers.ts'
import { METRICS_PATH, PROBES, healthRoutes, isLocal } from './http/health.ts'
import { apiUrlForPrograms } from '#server/http/calls/json-for-programs.ts'
import { openApiRoutes } from '#server/http/calls/open-api.ts'
import { originForm } from '#server/http/headers/origin-form.ts'
import { admitRequests } from '#server/http/limits/admission.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'
import { renewCertificate } from './http/renew-certificate.ts'
import { securityTxtRoute } from '#server/http/headers/security-txt.ts'
import { refuseForeignWrites } from '#server/http/headers/same-origin.ts'
import { securityHeaders, sendSecurityHeaders } from '#server/http/headers/security-headers.ts'
import { rememberWrites } from '#server/http/headers/public-reads.ts'
import { refuseWhileViewing } from '#server/http/calls/viewing.ts'
import { traceRequests } from './http/trace-requests.ts'
import { knowMethods } from '#server/http/calls/wrong-methods.ts'
import { answerUnreadable } from '#server/http/calls/unreadable-requests.ts'
import { metricsOf } from './metrics/metrics-server.ts'
import { readCertificate } from './settings/server-certificate.ts'
import { pageRoutes, readStartScript } from '#server/pages/pages.ts'
import type { Context } from './context.ts'

const BODY_BYTES_MAX = 256 * 1024
const SILENCE_MS_MAX = 30_000
/** How long a whole request may take to arrive: five photos on a slow connection. rule: admission */
const REQUEST_MS_MAX = 5 * 60_000
/** How long the head of a request may take to arrive. Node looks for late ones each so often. */
const HEADS = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

type Options = {
  /** The folder of the built web app. Without it the server serves only the API. */
  webDir?: string
  /** Overrides the setting. Tests on a busy machine pass Infinity and wait. */
  eventLoopDelayMsMax?: number
  /** Replaces how long a request waits for its turn, for tests that must not depend on the speed of the machine. */
  waitMsMax?: number
  /** Replaces how long answers to visitors are kept, for tests that look at once. */
  answersKeptMs?: number
  /** Called with each route that is added. */
  onRoute?: (route: RouteOptions) => void
}

/** Builds the HTTP server with every feature, without listening, so that tests can call it directly. */
export async function buildApp(
  context: Context,
  {
    webDir,
    eventLoopDelayMsMax = context.config.eventLoopDelayMsMax,
    waitMsMax,
    answersKeptMs,
    onRoute,
  }: Options = {},
): Promise<App> {
  const app = createServer(context)
  if (onRoute) app.addHook('onRoute', onRoute)
  renewCertificate(app, context)
  drainBeforeClose(app, context)
  answerErrors(app)
  const whyNoRoute = knowMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const { refusal, allow } = whyNoRoute(request)
    if (allow) reply.header('allow', allow)
    return sendRefusal(reply, refusal)
  })
  parseEmptyJsonAsNoBody(app)
  traceRequests(app, context)
  identifyAndLogRequests(app)
  const startScript = webDir ? await readStartScript(webDir) : undefined
  sendSecurityHeaders(app, context, startScript ? [startScript.hash] : [])
  await registerPlugins(app, context, eventLoopDelayMsMax)
  await app.register(cookie)
  admitRequests(app, context, waitMsMax)
  endOfflineLogouts(app, context)
  rememberWrites(app, context)
  await serveMetrics(app, context)
  decorateWithActor(app, context)
  // After the last request, and also when the context stays open for jobs that still run.
  app.addHook('onClose', () => context.counts.flush())
  hideFromOtherNetworks(app, context)
  separateOperatorHost(app, context)
  refuseForeignWrites(app, context)
  refuseWhileViewing(app)
  await registerFeatures(app, context, keptAnswers(context.clock, answersKeptMs))
  if (webDir && startScript) await pageRoutes(app, context, webDir, startScript.code)
  return app
}

function createServer({ log, config }: Pick<Context, 'log' | 'config'>): App {
  const loggerInstance: FastifyBaseLogger = log
  const https = config.certificate && readCertificate(config.certificate)
  const options = {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: SILENCE_MS_MAX,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection while the server stops are answered like any others.
    return503OnClosing: false,
    trustProxy: [...config.trustedProxies],
    clientErrorHandler: answerUnreadable(securityHeaders(config)),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: true },
    // The contract validates calls and filters answers. Fastify's own compilers would be loaded for nothing.
    schemaController: {
      compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
    },
    // It gets each request before anything else sees it.
    rewriteUrl: (request) => {
      cleanForwarded(request)
      return escapeBrokenPercents(originForm(apiUrlForPrograms(request)))
    },
    frameworkErrors: (_error, _request, reply) => {
      void sendRefusal(reply, new Refusal('bad_request'))
    },
  } satisfies FastifyServerOptions
  return https
    ? fastify({ ...options, https: { ...https, ...HEADS } })
    : fastify({ ...options, http: HEADS })
}

function refuseSchemas(): () => never {
  return () => {
    throw new Error('A route has a schema of Fastify. Declare a call of the contract.')
  }
}

/** Lets an empty JSON body count as no body, so that the call's validation names the missing field. */
function parseEmptyJsonAsNoBody(app: App): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void readJson(request, String(body), done)
  })
}

/** Gives every answer its request id, and writes one log line for each request. rule: error-shape, log-lines */
function identifyAndLogRequests(app: App): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    if (isApiPath(request)) reply.header('Cache-Control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      req: request.raw,
      statusCode: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      ...request.caller,
    })
    done()
  })
}

async function registerPlugins(
  app: App,
  context: Context,
  eventLoopDelayMsMax: number,
): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Measured on a profile of 109 kB: level 8 takes 3 ms, as level 5, and sends 144 bytes fewer. Level 9 takes 28 ms.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } },
  })
  await app.register(formbody)
  await acceptLive(app, context)
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMax,
    pressureHandler: refuseUnlessProbe,
  })
}

/** A busy server must not look dead to whoever would restart it. rule: probes-and-metrics */
function refuseUnlessProbe({ routeOptions }: FastifyRequest): void {
  if (!PROBES.has(routeOptions.url ?? '')) refuse('overloaded')
}

/** Prometheus metrics, for this machine alone, unless they have a port of their own. rule: probes-and-metrics */
async function serveMetrics(app: App, context: Context): Promise<void> {
  await app.register(metrics, {
    endpoint: null,
    clearRegisterOnInit: true,
    routeMetrics: { enabled: { histogram: true, summary: false } },
  })
  if (context.config.metrics) return
  const read = metricsOf(context)
  app.get(METRICS_PATH, async (request, reply) => {
    if (!isLocal(request)) refuse('not_found')
    reply.header('content-type', app.metrics.client.register.contentType)
    return read()
  })
}

async function registerFeatures(
  app: App,
  context: Context,
  kept: KeptAnswers | undefined,
): Promise<void> {
  healthRoutes(app, context)
  securityTxtRoute(app, context)
  identityRoutes(app, context)
  factorRoutes(app, context)
  passkeyRoutes(app, context)
  accountRoutes(app, context)
  decisionsRoutes(app, context)
  actionsRoutes(app, context)
  locationsRoutes(app, context)
  mediaRoutes(app, context)
  professionalsRoutes(app, context)
  searchRoutes(app, context, kept)
  citiesRoutes(app, context)
  claimsRoutes(app, context, kept)
  await reviewsRoutes(app, context)
  reportsRoutes(app, context)
  homesRoutes(app, context)
  healthOfMarketplaceRoutes(app, context)
  await homePhotosRoutes(app, context)
  accessRoutes(app, context)
  seriesRoutes(app, context)
  bookingsRoutes(app, context)
  billingRoutes(app, context)
  simulatedCheckoutRoutes(app, context)
  await webhookRoutes(app, context)
  await messagingRoutes(app, context)
  liveRoutes(app, context)
  noticesRoutes(app, context)
  dashboardRoutes(app, context)
  sharingRoutes(app, context)
  supportRoutes(app, context)
  await verificationRoutes(app, context)
  visitsRoutes(app, context)
  await problemsRoutes(app, context)
  safetyRoutes(app, context)
  hoursRoutes(app, context)
  agreementsRoutes(app, context)
  await workRoutes(app, context)
  privatePhotosRoutes(app, context)
  await profileRoutes(app, context)
  offerRoutes(app, context)
  timeRoutes(app, context)
  await busyTimesRoutes(app, context)
  operatorsRoutes(app, context)
  operatorCasesRoutes(app, context)
  auditRoutes(app, context)
  findingRoutes(app, context)
  // With a host of its own, the console and its calls are there alone. rule: openapi, operator-host
  const hasOwnHost = context.config.operatorOrigin !== context.config.publicOrigin
  openApiRoutes(app, ({ ip }) => !hasOwnHost && isOperatorNetwork(context.config, ip))
}

/** Looks up the session once for each request, however many hooks and handlers need it. */
function decorateWithActor(app: App, context: Context): void {
  const { config } = context
  const nobody = Promise.resolve(null)
  app.decorateRequest('actor')
  app.decorate('actorOf', (request) => {
    if (!sessionToken(request, config) && !viewToken(request, config)) return nobody
    request.actor ??= viewedPersonOf(context, request, app.operatorOf.bind(app))
      .then((viewed) => viewed ?? sessionOf(context, request))
      .then((found) => rememberCaller(request, 'user', found))
    return request.actor
  })
  app.decorateRequest('operator')
  app.decorate('operatorOf', (request) => {
    request.operator ??= operatorSessionOf(context, request).then((found) =>
      rememberCaller(request, 'operator', found),
    )
    return request.operator
  })
}

function rememberCaller<Caller extends { id: string } | null>(
  request: FastifyRequest,
  kind: 'user' | 'operator',
  caller: Caller,
): Caller {
  if (caller) request.caller = { ...request.caller, [kind]: caller.id }
  return caller
}
