import { ME_KEY } from '#web/session/session.ts'
import { dehydrate } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { User } from '#contract/people/identity.ts'
import { addressIn, languageInAddress } from '#contract/people/preferred-language.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { createApi, Refusal } from '#web/api/client.ts'
import type { Api, Fetcher } from '#web/api/client.ts'
import { App } from '#web/shell/app.tsx'
import { redirectFor } from '#web/session/guard.ts'
import { loadDocuments } from '#web/features/market/documents/documents.api.ts'
import { loadOffer } from '#web/views/market/public-profile/offer-part.tsx'
import { loadClaimsTexts } from '#web/features/market/documents/claims-text.api.ts'
import { readFilters } from '#web/features/market/search/read-filters.ts'
import { unreadQuery } from '#web/features/talk/messages/messaging.api.ts'
import { noticesQuery } from '#web/features/talk/notices/notice-list.api.ts'
import { SIGNED_IN_HEADER_CHUNK, loadSignedInHeader } from '#web/shell/load-signed-in-header.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import { isTimeZone, renderInZone } from '#web/i18n/time-zone.ts'
import type { PageBody, PageState } from '#web/router/page-state.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { FIRST_SIGNED_IN_VIEWS, PUBLIC_VIEWS } from '#web/router/public-views.ts'
import type { Head } from '#web/router/view.ts'
import { loadView, NOT_FOUND, matchView, VIEWS } from '#web/router/views.ts'
import type { ViewEntry } from '#web/router/views.ts'
import { loadTranslations, translationFile } from '#web/i18n/translations.ts'
import type { LoadedTranslations, Namespace } from '#web/i18n/translations.ts'

import { CLIENT_ENTRY } from './document.ts'

export { renderDocument } from './document.ts'
export { languageInAddress, requestLanguage } from '#contract/people/preferred-language.ts'

/** Loads all views and translations. After that, rendering reads no file of the build. rule: graceful-shutdown */
export async function loadAll(): Promise<void> {
  await Promise.all([
    ...[...VIEWS, NOT_FOUND].map((entry) => loadView(entry)),
    ...LANGUAGES.map((language) => loadTranslations(language)),
    loadSignedInHeader(),
    loadOffer(),
    loadDocuments(),
    loadClaimsTexts(),
  ])
}

/**
 * The query parameters that can change a public page. Others, such as where a visitor comes from, are left out of the
 * address at which the page is kept. rule: server-rendering
 */
const PUBLIC_PARAMETERS: ReadonlySet<string> = new Set([
  ...Object.keys(readFilters(new URLSearchParams())),
  'lang',
  'next',
  'q',
  'book',
  'contact',
  'free',
])

/** The address that a page for all visitors is kept at; undefined for other pages. rule: server-rendering */
export function keptAddress(url: string): string | undefined {
  const [path = '/', query] = url.split('?')
  const { entry } = matchView(path)
  if (!entry.ssr || entry === NOT_FOUND) return undefined
  const search = new URLSearchParams(query)
  const unknown = [...search.keys()].filter((name) => !PUBLIC_PARAMETERS.has(name))
  if (unknown.length === 0) return url
  for (const name of unknown) search.delete(name)
  return search.size > 0 ? `${path}?${search}` : path
}

type RenderRequest = {
  /** Path and query of the request. */
  url: string
  language: Language
  /** The user of the session; null for visitors. */
  user: User | null
  /** Sends the reads of a public page, without the session: its data is the same for everybody. */
  fetcher: Fetcher
  /** The means to render a page behind a login, if the browser has named its time zone. */
  own?: Own | undefined
}

/** `fetcher` sends reads with the session of the user. */
type Own = { timeZone: string; fetcher: Fetcher }

type Page = {
  status: number
  /** Seconds after which the page may be requested again, if its data was refused for now. */
  retryAfterS?: number | undefined
  head: Head
  html: string
  state: PageState
  /** The chunks of the view and its translations: keys or names in the build's manifest. */
  chunks: string[]
}

/**
 * Renders a page, or returns where to redirect. It does not throw if the view's data cannot be read: the page then
 * shows a skeleton, and the browser reads the data. Its status says so. rule: server-rendering, view-guards
 */
export async function render(request: RenderRequest): Promise<Page | { redirect: string }> {
  const { url, language, user } = request
  const [path = '/', query = ''] = url.split('?')
  const { entry, params } = matchView(path)
  const redirect = redirectFor(entry, url, user)
  if (redirect) return { redirect }

  const [view, { i18n, used }] = await Promise.all([
    loadView(entry),
    createI18n(language).then(withRecord),
    loadView(NOT_FOUND),
    user ? loadSignedInHeader() : undefined,
    loadOffer(),
  ])
  const own = ownOf(request, entry)
  const api = createApi((own ?? request).fetcher, () => language)
  const queryClient = createQueryClient()
  queryClient.setQueryData(ME_KEY, user)
  const props = { params, search: new URLSearchParams(query) }

  const load = () => view.load?.({ ...props, api, queryClient, language, user })
  const loaded = entry.ssr
    ? await loadStatus(async () => load())
    : user && own
      ? await loadOwn(load, () => readHeader(api, queryClient, language, user))
      : PENDING
  const betterPath = view.redirect?.({ ...props, user, queryClient })
  if (betterPath) return { redirect: addressIn(betterPath, languageInAddress(props.search)) }
  const head = view.head({
    ...props,
    t: i18n.translatorFor<readonly Namespace[]>([]),
    language,
    queryClient,
  })
  const html = renderInZone(own?.timeZone, () =>
    renderToString(
      <App api={api} queryClient={queryClient} i18n={i18n} url={url} body={loaded.body} />,
    ),
  )
  const timeZone = loaded.body === 'complete' ? own?.timeZone : undefined
  const translations =
    loaded.body === 'pending' ? undefined : await translationsOf(language, used, entry)
  const queries = dehydrate(queryClient)
  queryClient.clear()
  const status = entry === NOT_FOUND ? 404 : loaded.status
  return {
    status,
    retryAfterS: loaded.retryAfterS,
    // Only pages that are the same for everybody are indexed. rule: indexable-pages
    head: status === 404 || status === 429 || !entry.ssr ? { ...head, noindex: true } : head,
    html,
    state: {
      url,
      language,
      body: loaded.body,
      signedIn: user !== null,
      queries,
      translations,
      timeZone,
    },
    chunks: [
      chunkOf(entry),
      ...(translations ? [] : [translationFile(language)]),
      ...(user ? [SIGNED_IN_HEADER_CHUNK] : []),
    ],
  }
}

/**
 * The means to render a page with its user's data; undefined for other pages. A suspended account and an operator's
 * view read little, so they get the skeleton.
 */
function ownOf({ user, own }: RenderRequest, { guard }: ViewEntry): Own | undefined {
  const isPrivate = guard === 'user' || guard === 'client' || guard === 'professional'
  if (!isPrivate || !user || user.suspended || user.viewed_until) return undefined
  return own && isTimeZone(own.timeZone) ? own : undefined
}

/** Reads the unread messages and the notices for the header of a user. If this fails, the browser reads them. */
const readHeader = (api: Api, queryClient: QueryClient, language: Language, { id }: User) =>
  Promise.all([
    queryClient.prefetchQuery(unreadQuery(api, id)),
    queryClient.prefetchInfiniteQuery(noticesQuery(api, id, language)),
  ])

/** Records which translations a page uses, in its head and its content, so that it contains these. */
function withRecord(i18n: I18n): { i18n: I18n; used: ReadonlySet<string> } {
  const used = new Set<string>()
  const recording: I18n = Object.create(i18n, {
    translatorFor: {
      value: (namespaces: Namespace | readonly Namespace[]): TFunction<readonly Namespace[]> => {
        for (const namespace of [namespaces].flat()) used.add(namespace)
        const t = i18n.translatorFor<readonly Namespace[]>([namespaces].flat())
        return (key, values) => {
          const [namespace] = key.split(':')
          if (namespace && key.includes(':')) used.add(namespace)
          return t(key, values)
        }
      },
    },
  })
  return { i18n: recording, used }
}

/** The texts of failures that a public page can show before it has sent a call: beside these, no refusal is its own. */
const FIRST_ERRORS = ['connection_lost', 'unexpected', 'professional_not_found', 'zip_required']

/** The texts of the offer of a profile are no part of the first view either. rule: profile-content */
const HYDRATED_LATER = 'offer'

/**
 * The translations that a page contains: those of the shell, and the namespaces that it uses. A public page has no room
 * for the texts of all refusals. rules: language-choice, first-view
 */
async function translationsOf(
  language: Language,
  used: ReadonlySet<string>,
  { ssr }: ViewEntry,
): Promise<LoadedTranslations> {
  const all: Record<string, object> = await loadTranslations(language)
  const ofPage = Object.entries(all).filter(([name]) => name === 'app' || used.has(name))
  if (!ssr) return Object.fromEntries(ofPage)
  const errors = Object.entries(all['errors'] ?? {}).filter(([name]) => FIRST_ERRORS.includes(name))
  return {
    ...Object.fromEntries(ofPage.filter(([name]) => name !== HYDRATED_LATER)),
    errors: Object.fromEntries(errors),
  } as LoadedTranslations
}

/** The chunk of a view in the build's manifest: its key, or the name of a group in vite.config.ts. */
function chunkOf({ name, file }: ViewEntry): string {
  if (name === 'home') return CLIENT_ENTRY
  if (FIRST_SIGNED_IN_VIEWS.includes(file)) return 'signed-in'
  return PUBLIC_VIEWS.includes(file) ? 'public' : `web/src/views/${file}.tsx`
}

type Loaded = { status: number; body: PageBody; retryAfterS?: number }
const PENDING: Loaded = { status: 200, body: 'pending' }

/** A page behind a login arrives with its data, or as a skeleton for which the browser reads it. */
async function loadOwn(
  load: () => Promise<unknown> | undefined,
  readMore: () => Promise<unknown>,
): Promise<Loaded> {
  const reads = load()
  if (!reads) return PENDING
  try {
    await Promise.all([reads, readMore()])
    return { status: 200, body: 'complete' }
  } catch {
    return PENDING
  }
}

async function loadStatus(load: () => Promise<unknown>): Promise<Loaded> {
  try {
    await load()
    return { status: 200, body: 'complete' }
  } catch (error) {
    if (!(error instanceof Refusal)) return { status: 503, body: 'pending' }
    if (error.status === 404) return { status: 404, body: 'not_found' }
    if (error.status === 429)
      return { status: 429, body: 'pending', retryAfterS: error.retryAfterMs / 1000 }
    return { status: error.status >= 500 ? 503 : 200, body: 'pending' }
  }
}
