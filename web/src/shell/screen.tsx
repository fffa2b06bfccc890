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

/** What the server painted first: `url` is path and query. */
export type FirstPaint = { url: string; body: PageBody }

/** The screen at the current address, once its guard lets the reader in. */
export function Screen({ first }: { first: FirstPaint }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const user = useUser()
  const pending = useServerValue(first.body === 'pending', false)
  const url = search ? `${path}?${search}` : path
  const { entry, params } = useMemo(() => matchView(path), [path])
  // Held here, where nothing waits for it: asked for anew while drawing, a load that failed would never be told.
  const { i18n } = useTranslation()
  const load = (wanted: ViewEntry) => ({
    entry: wanted,
    code: loadView(wanted),
    words: i18n.hasScope(wanted.scope) ? undefined : i18n.load(wanted.scope),
  })
  const [before, setHeld] = useState(() => load(entry))
  const held = before.entry === entry ? before : load(entry)
  if (held !== before) setHeld(held)
  const elsewhere = redirectFor(entry, url, user)
  const body: PageBody =
    url === first.url && (pending || first.body === 'not_found') ? first.body : 'whole'

  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  useLoad(entry, params, search, elsewhere ? 'pending' : body)
  useArrival(url)

  if (elsewhere) return <ScreenSkeleton />
  return (
    <Suspense fallback={<Pending entry={entry} />}>
      <CrashScreen
        key={path}
        notFound={<NotFound entry={entry} />}
        onRetry={() => setHeld(load(entry))}
      >
        <ViewAt {...held} params={params} search={search} body={body} />
      </CrashScreen>
    </Suspense>
  )
}

type ViewAtProps = {
  entry: ViewEntry
  code: Promise<View>
  /** Unless they were here. */
  words?: Promise<void> | undefined
  params: Record<string, string>
  search: string
  body: PageBody
}

function ViewAt({ entry, code, words, params, search, body }: ViewAtProps) {
  const view = use(code)
  if (words) use(words)
  const props = useMemo(() => ({ params, search: new URLSearchParams(search) }), [params, search])
  // The same as long as its address is: not drawn again with what stands around it.
  const whole = useMemo(() => <view.Component {...props} />, [view, props])
  useHead(view, props)
  if (body === 'not_found') return <NotFound entry={entry} />
  if (body === 'pending') return <Pending entry={entry} />
  return whole
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
    <ViewAt {...NOTHING_THERE} code={loadView(NOT_FOUND)} />
  )
}

const NOTHING_THERE = { entry: NOT_FOUND, params: {}, search: '', body: 'whole' } as const

/** Reads start together with the screen's code, not one after the other as its parts come to need them. */
function useLoad(entry: ViewEntry, params: Record<string, string>, search: string, body: PageBody) {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (body !== 'whole') return
    // What fails here fails again where it is shown, and is told there.
    loadView(entry)
      .then((view) =>
        view.load?.({ params, search: new URLSearchParams(search), api, queryClient }),
      )
      .catch(() => {})
  }, [entry, params, search, body, api, queryClient])
}

/** A new screen begins at its top and is read from there; going back returns to where one was. */
function useArrival(url: string) {
  const seen = useRef(pathOf(url))
  const wentBack = useRef(false)
  useEffect(() => {
    const note = () => {
      wentBack.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    const returns = wentBack.current
    wentBack.current = false
    if (seen.current === pathOf(url)) return
    seen.current = pathOf(url)
    document.getElementById('main')?.focus({ preventScroll: true })
    if (!returns && !window.location.hash) window.scrollTo(0, 0)
  }, [url])
}

const pathOf = (url: string) => url.split('?')[0]
