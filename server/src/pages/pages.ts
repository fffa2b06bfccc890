import fastifyStatic from '@fastify/static'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/people/identity.ts'
import { LANGUAGE_CACHE_KEY, TIME_ZONE_COOKIE } from '#contract/browser-names.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { App } from '#server/http/app.ts'
import { RETRY_AFTER_S, isApiPath } from '#server/http/calls/errors.ts'
import { readForViewer } from '#server/http/calls/page-viewer.ts'
import { SHARED_ANSWER, isVisitor } from '#server/http/headers/public-caching.ts'
import { writtenHeader } from '#server/http/headers/public-reads.ts'
import { isSecretAddress } from '#server/http/headers/secret-addresses.ts'
import { KeptPages, sendPage } from './kept-pages.ts'
import type { Page } from './kept-pages.ts'
import { keepWebFiles, sendEarlierFile } from './earlier-files.ts'
import { consolePages } from './console-pages.ts'
import { copyWebFiles } from './copy-web-files.ts'
import type { Context } from '#server/context.ts'

/**
 * The exports of the web's server bundle (web/src/entries/entry-server.tsx). It is loaded at run time, so its types are
 * repeated here.
 */
type Renderer = {
  loadAll(): Promise<void>
  languageInAddress(search: URLSearchParams): string | undefined
  keptAddress(url: string): string | undefined
  requestLanguage(cookie: string | undefined, accepted: string | undefined): string
  render(request: {
    url: string
    language: string
    user: User | null
    fetcher: Fetcher
    own: { timeZone: string; fetcher: Fetcher } | undefined
  }): Promise<{ redirect: string } | RenderedPage>
  renderDocument(
    page: RenderedPage & { manifest: unknown; startScript: string; origin: string },
  ): string
}
type Fetcher = (path: string, init?: RequestInit) => Promise<Response>
type Cookies = Record<string, string | undefined>
type RenderedPage = { status: number; retryAfterS?: number; head: { noindex?: boolean } }

const HASHED_FILES = '/assets/'
const SERVICE_WORKER = '/service-worker.js'

/**
 * Serves the built web app: its files, and every other address as a page rendered with React. It serves a copy of the
 * files, so a new build in the same folder takes effect only at the next start. rule: graceful-shutdown
 */
export async function pageRoutes(
  app: App,
  context: Context,
  webDir: string,
  startScript: string,
): Promise<void> {
  const client = await copyWebFiles(join(webDir, 'client'), join(context.config.dataDir, 'web'))
  app.addHook('onClose', () => rm(client, { recursive: true, force: true }))
  const renderer = (await import(
    pathToFileURL(join(webDir, 'server/entry-server.js')).href
  )) as Renderer
  await renderer.loadAll()
  const secure = context.config.secureCookies
  const cookieName = (name: string) => (secure ? `__Host-${name}` : name)
  const languageCookie = cookieName(LANGUAGE_CACHE_KEY)
  const manifest: unknown = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const kept = new KeptPages(context.clock)
  const languageIn = (request: FastifyRequest) => languageOf(renderer, request, languageCookie)
  const isKept = (request: FastifyRequest) =>
    kept.has(languageIn(request).language, renderer.keptAddress(request.url))

  await staticFiles(app, client)
  await keepWebFiles(app, context, [
    { address: 'assets', folder: join(client, 'assets') },
    { address: 'operator/assets', folder: join(webDir, 'console/assets') },
  ])
  await consolePages(app, context, join(webDir, 'console'), page)
  app.get('/claims', ({ url }, reply) =>
    reply.redirect(url.replace('/claims', '/help/measures'), 308),
  )
  // A route and not the not-found handler, because Fastify compresses and measures only routes.
  app.get('*', { config: { isKept } }, async (request, reply) => {
    if (isApiPath(request)) return reply.callNotFound()
    const isFile = request.url.startsWith(HASHED_FILES)
    const cacheControl = cacheControlOf(HASHED_FILES)
    if (isFile && (await sendEarlierFile(context, request, reply, cacheControl))) return reply
    return page(request, reply)
  })

  async function page(request: FastifyRequest, reply: FastifyReply) {
    const { language, named, chosen } = languageIn(request)
    // Without this cookie a link that is followed before hydration would lose the language of the address.
    if (named && !chosen)
      void reply.setCookie(languageCookie, named, { path: '/', sameSite: 'lax', secure })
    const actor = await app.actorOf(request)
    const user = userOf(actor)
    void reply.headers(headersFor(user, language))
    const isSame = isVisitor(request, actor, context.config) && !isSecretAddress(request.url)
    const address = isSame ? renderer.keptAddress(request.url) : undefined
    const known = kept.get(language, address)
    if (known) {
      context.meters.pages.count('kept')
      return sendShared(known, request, reply)
    }
    const fetchAs = (cookies: Cookies) => fetcherOf(request, actor, { language, cookies })
    const timeZone = request.cookies[cookieName(TIME_ZONE_COOKIE)]
    const own = timeZone && { timeZone, fetcher: fetchAs({ cookie: request.headers.cookie }) }
    const rendered = await renderer.render({
      url: address ?? request.url,
      language,
      user,
      fetcher: fetchAs(writtenHeader(request, context.config)),
      own: own || undefined,
    })
    if ('redirect' in rendered) return reply.redirect(rendered.redirect)
    context.meters.pages.count('rendered')
    const { status, head } = rendered
    const retryAfterS = rendered.retryAfterS || RETRY_AFTER_S[status]
    if (retryAfterS) reply.header('retry-after', retryAfterS)
    const { publicOrigin: origin } = context.config
    const html = renderer.renderDocument({ ...rendered, manifest, startScript, origin })
    const page = { html: Buffer.from(html), noindex: head.noindex ?? false }
    if (!address || status !== 200) return sendPage(page, request, reply.code(status))
    return sendShared(await kept.keep(language, address, page), request, reply)
  }
}

/** The language of a page: that of its address (`named`), of the reader's cookie (`chosen`), or of their browser. */
function languageOf(
  renderer: Renderer,
  { url, cookies, headers }: FastifyRequest,
  cookieName: string,
) {
  const [, query] = url.split('?')
  const named = renderer.languageInAddress(new URLSearchParams(query))
  const chosen = cookies[cookieName]
  const language = named ?? renderer.requestLanguage(chosen, headers['accept-language'])
  return { language, named, chosen }
}

/** Sends a page that is the same for every visitor. rule: server-rendering */
function sendShared(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(page, request, reply.header('cache-control', SHARED_ANSWER['cache-control']))
}

function headersFor(user: User | null, language: string): Record<string, string> {
  return {
    // Pages of a signed-in user are never cached: the back button after logout must not show them.
    'cache-control': user ? 'no-store' : 'private, no-cache',
    vary: 'Cookie, Accept-Language, accept-encoding',
    'content-language': language,
  }
}

/** Serves the files of this build. */
async function staticFiles(app: App, client: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const address = path.slice(client.length).replaceAll('\\', '/')
      reply.header('Cache-Control', cacheControlOf(address))
      if (address === SERVICE_WORKER) reply.header('Content-Type', 'text/javascript; charset=utf-8')
      if (address.endsWith('.svg')) reply.header('Content-Type', 'image/svg+xml; charset=utf-8')
    },
  })
}

/**
 * The inline script of all pages and its hash for the content security policy, as the build wrote them
 * (scripts/start-script.ts).
 */
export async function readStartScript(webDir: string): Promise<{ code: string; hash: string }> {
  const file = join(webDir, 'client/.vite/start-script.json')
  return JSON.parse(await readFile(file, 'utf8')) as { code: string; hash: string }
}

function cacheControlOf(address: string): string {
  if (address === SERVICE_WORKER) return 'no-cache'
  return address.startsWith(HASHED_FILES)
    ? 'public, max-age=31536000, immutable'
    : 'public, no-cache'
}

/**
 * Answers the reads of a page from this process, without the network. They count for the network address of the reader.
 * `cookies`: of public reads only what the reader has written, of a user's own reads also the session.
 * rule: rate-limits, read-replicas, server-rendering
 */
function fetcherOf(
  request: FastifyRequest,
  actor: Actor | null,
  { language, cookies }: { language: string; cookies: Cookies },
): Fetcher {
  const read = async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = await request.server.inject({
      url: path,
      method: method as 'GET' | 'POST',
      headers: { 'accept-language': language, ...cookies },
      // A read with a body, such as the price of a visit.
      ...(typeof body === 'string' && { payload: JSON.parse(body) as object }),
      remoteAddress: request.ip,
    })
    const { 'content-type': type = 'text/plain', 'retry-after': retryAfter } = answer.headers
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': type, ...(retryAfter ? { 'retry-after': retryAfter } : {}) },
    })
  }
  return (path, init) => readForViewer(request, actor, () => read(path, init))
}

function userOf(actor: Actor | null): User | null {
  if (!actor) return null
  const { id, role, email, first_name, last_name, phone, email_verified } = actor
  return {
    id,
    role,
    email,
    first_name,
    last_name,
    phone,
    email_verified,
    ...(actor.suspension && { suspended: true as const }),
    ...(actor.viewedUntil && { viewed_until: actor.viewedUntil.toISOString() }),
  }
}
