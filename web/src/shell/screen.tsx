import { useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ScreenSkeleton } from '#web/ui/skeleton.tsx'
import { useApi } from '#web/api/use-api.ts'
import { CrashScreen } from './crash-screen.tsx'
import { redirectFor } from '#web/session/guard.ts'
import type { PageBody } from '#web/router/page-state.ts'
import { useUser } from '#web/session/session.ts'
import { useHead } from '#web/router/use-head.ts'
import { useServerValue } from '#web/ui/use-hydrated.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { loadedView, loadView, NOT_FOUND, matchView } from '#web/router/views.ts'
import type { View } from '#web/router/view.ts'
import type { ViewEntry } from '#web/router/views.ts'

/** What the server rendered: path and query, and how much of the page. */
export type FirstPaint = { url: string; body: PageBody }

/** Shows the view at the current address, if its guard admits the reader. */
export function Screen({ first }: { first: FirstPaint }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const user = useUser()
  const pending = useServerValue(first.body === 'pending', false)
  const url = search ? `${path}?${search}` : path
  const { entry, params } = useMemo(() => matchView(path), [path])
  // The load is state of this component, which does not suspend. Started while rendering, a failed load would start
  // again and again.
  const { i18n } = useTranslation()
  const load = (wanted: ViewEntry, isRendered = false) => ({
    entry: wanted,
    code: loadView(wanted),
    // A page that the server rendered contains them.
    translations: isRendered || i18n.hasScope(wanted.scope) ? undefined : i18n.load(wanted.scope),
  })
  const [previous, setLoaded] = useState(() => load(entry, first.body === 'complete'))
  const loaded = previous.entry === entry ? previous : load(entry)
  if (loaded !== previous) setLoaded(loaded)
  const redirect = redirectFor(entry, url, user)
  const body: PageBody =
    url === first.url && (pending || first.body === 'not_found') ? first.body : 'complete'

  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect, navigate])
  useViewData(entry, params, search, redirect ? 'pending' : body)
  useScrollAndFocus(url)

  if (redirect) return <ScreenSkeleton />
  return (
    <Suspense fallback={<Pending entry={entry} />}>
      <CrashScreen
        key={path}
        notFound={<NotFound entry={entry} />}
        onRetry={() => setLoaded(load(entry))}
      >
        <ViewAt {...loaded} params={params} search={search} body={body} />
      </CrashScreen>
    </Suspense>
  )
}

type ViewAtProps = {
  entry: ViewEntry
  code: Promise<View>
  /** Undefined if they are loaded already. */
  translations?: Promise<void> | undefined
  params: Record<string, string>
  search: string
  body: PageBody
}

function ViewAt({ entry, code, translations, params, search, body }: ViewAtProps) {
  const view = use(code)
  if (translations) use(translations)
  const props = useMemo(() => ({ params, search: new URLSearchParams(search) }), [params, search])
  // The same element for the same address: a render of the shell does not render the view again.
  const content = useMemo(() => <view.Component {...props} />, [view, props])
  useHead(view, props)
  if (body === 'not_found') return <NotFound entry={entry} />
  if (body === 'pending') return <Pending entry={entry} />
  return content
}

function Pending({ entry }: { entry: ViewEntry }) {
  const { i18n } = useTranslation()
  const view = loadedView(entry)
  return view?.Pending && i18n.hasScope(entry.scope) ? <view.Pending /> : <ScreenSkeleton />
}

function NotFound({ entry }: { entry: ViewEntry }) {
  const view = loadedView(entry)
  return view?.NotFound ? (
    <view.NotFound />
  ) : (
    <ViewAt {...NOT_FOUND_PROPS} code={loadView(NOT_FOUND)} />
  )
}

const NOT_FOUND_PROPS = { entry: NOT_FOUND, params: {}, search: '', body: 'complete' } as const

/** Starts the view's reads as soon as its code is loaded, not one after the other as its parts render. */
function useViewData(
  entry: ViewEntry,
  params: Record<string, string>,
  search: string,
  body: PageBody,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const user = useUser()
  const { language } = useTranslation().i18n
  useEffect(() => {
    if (body !== 'complete') return
    // A failure is shown where the component reads the same query.
    loadView(entry)
      .then((view) =>
        view.load?.({
          params,
          search: new URLSearchParams(search),
          api,
          queryClient,
          language,
          user,
        }),
      )
      .catch(() => {})
  }, [entry, params, search, body, api, queryClient, language, user])
}

/**
 * A new screen starts at its top and receives the focus. Going back keeps the browser's scroll position.
 * rule: focus-on-navigation
 */
function useScrollAndFocus(url: string) {
  const shownPath = useRef(pathOf(url))
  const wentBack = useRef(false)
  useEffect(() => {
    const onPopState = () => {
      wentBack.current = true
    }
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  useEffect(() => {
    const isBack = wentBack.current
    wentBack.current = false
    if (shownPath.current === pathOf(url)) return
    shownPath.current = pathOf(url)
    document.getElementById('main')?.focus({ preventScroll: true })
    if (!isBack && !window.location.hash) window.scrollTo(0, 0)
  }, [url])
}

const pathOf = (url: string) => url.split('?')[0]
