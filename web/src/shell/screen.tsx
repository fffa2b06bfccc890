import { useQueryClient } from '@tanstack/react-query'
import {
  startTransition,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AroundNavHandler } from 'wouter'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'
import { useApi } from '#web/api/use-api.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Hydration } from './hydration.ts'
import { redirectFor } from '#web/session/guard.ts'
import type { PageBody } from '#web/router/page-state.ts'
import { useUser } from '#web/session/session.ts'
import { useHead } from '#web/router/use-head.ts'
import { useServerValue } from '#web/ui/states/use-hydrated.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { loadedView, loadView, NOT_FOUND, matchView } from '#web/router/views.ts'
import type { View, ViewProps } from '#web/router/view.ts'
import type { ViewEntry } from '#web/router/views.ts'

/** The page that the server rendered: its path and query, and how much of it. */
export type FirstPaint = { url: string; body: PageBody }

/** Shows the view at the current address, if its guard admits the reader. */
export function Screen({ first }: { first: FirstPaint }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const user = useUser()
  const pending = useServerValue(first.body === 'pending', false)
  const asked = useMemo(() => {
    const { entry, params } = matchView(path)
    const props = { params, search: new URLSearchParams(search) }
    return { url: search ? `${path}?${search}` : path, path, entry, props }
  }, [path, search])
  const { shown, cameBy } = useShownAddress(asked)
  const { entry } = shown
  const newUrl = cameBy === 'added' || cameBy === 'replaced' ? shown.url : undefined
  // The load is state of this component, which does not suspend. Started while rendering, a failed load would start
  // again and again.
  const { i18n } = useTranslation()
  const load = (wanted: ViewEntry, isRendered = false) => ({
    entry: wanted,
    code: loadView(wanted),
    // A page that the server rendered contains them.
    translations: isRendered || i18n.isComplete ? undefined : i18n.load(),
  })
  const [previous, setLoaded] = useState(() => load(entry, first.body !== 'pending'))
  const loaded = previous.entry === entry ? previous : load(entry)
  if (loaded !== previous) setLoaded(loaded)
  const redirect = redirectFor(asked.entry, asked.url, user)
  const bodyAt = (address: string): PageBody =>
    address === first.url && (pending || first.body === 'not_found') ? first.body : 'complete'

  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect, navigate])
  useViewData(asked, redirect ? 'pending' : bodyAt(asked.url))

  if (redirect) return <ScreenSkeleton />
  return (
    // A new one for each screen: else React would show the former screen until the code of this one is loaded.
    <Suspense key={shown.path} fallback={<Pending entry={entry} />}>
      <CrashScreen notFound={<NotFound entry={entry} />} onRetry={() => setLoaded(load(entry))}>
        <ViewAt {...shown} {...loaded} body={bodyAt(shown.url)} newUrl={newUrl} />
      </CrashScreen>
    </Suspense>
  )
}

type Arrival = 'added' | 'replaced' | 'back'

/** How the app has just come to its address; undefined: by none of these, as when a session has expired. */
let arrival: Arrival | undefined

export const noteNavigation: AroundNavHandler = (navigate, to, options) => {
  arrival = options?.replace ? 'replaced' : 'added'
  const { pathname, search } = window.location
  navigate(to, options)
  // Nothing else happens at the same address.
  if (window.location.pathname === pathname && window.location.search === search) scrollToHash()
}

const scrollToHash = () => document.getElementById(window.location.hash.slice(1))?.scrollIntoView()

// Before the router's listener: those of the window run in the order in which they were added, capturing or not.
if (typeof window !== 'undefined')
  window.addEventListener('popstate', () => {
    arrival = 'back'
  })

type Address = { url: string; path: string; entry: ViewEntry; props: ViewProps<string> }

/**
 * The address whose screen is shown. After a press on a link it follows in slices, so that the press is answered and
 * the next one is not blocked. After Back it follows at once, because the browser restores the position; after a change
 * of the same address too, because a field may show a part of it. rule: hydration
 */
function useShownAddress(asked: Address): { shown: Address; cameBy: Arrival | undefined } {
  const [[shown, cameBy], show] = useState<[Address, Arrival?]>([asked])
  useLayoutEffect(() => {
    const next: [Address, Arrival?] = [asked, arrival]
    const follow = () => show((now) => (now[0] === asked ? now : next))
    if (arrival === 'added') startTransition(follow)
    else follow()
    arrival = undefined
  }, [asked])
  useScrollAndFocus(shown.path, cameBy === 'back')
  return { shown, cameBy }
}

/**
 * A new screen starts at its top and receives the focus. Going back keeps the browser's scroll position.
 * rule: accessibility
 */
function useScrollAndFocus(path: string, isBack: boolean) {
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById('main')?.focus({ preventScroll: true })
    if (!isBack && !window.location.hash) window.scrollTo(0, 0)
  }, [path, isBack])
}

type ViewAtProps = {
  entry: ViewEntry
  code: Promise<View>
  /** The load of the view's translations; undefined if they are loaded already. */
  translations?: Promise<void> | undefined
  props: ViewProps<string>
  body: PageBody
  /** The address, if a press led here. After Back and a reload, the browser restores the position. */
  newUrl?: string | undefined
}

function ViewAt({ entry, code, translations, props, body, newUrl }: ViewAtProps) {
  const view = use(code)
  if (translations) use(translations)
  useEffect(() => {
    if (newUrl) scrollToHash()
  }, [newUrl])
  // The element is kept for each address, so that a render of the shell does not render the view again.
  const content = useMemo(() => <view.Component {...props} />, [view, props])
  useHead(view, props)
  if (body === 'not_found') return <NotFound entry={entry} />
  if (body === 'pending') return <Pending entry={entry} />
  return content
}

function Pending({ entry }: { entry: ViewEntry }) {
  const { i18n } = useTranslation()
  const view = loadedView(entry)
  return view?.Pending && i18n.isComplete ? <view.Pending /> : <ScreenSkeleton />
}

function NotFound({ entry }: { entry: ViewEntry }) {
  const view = loadedView(entry)
  return view?.NotFound ? (
    <view.NotFound />
  ) : (
    <ViewAt {...NOT_FOUND_PROPS} code={loadView(NOT_FOUND)} />
  )
}

const NOT_FOUND_PROPS = {
  entry: NOT_FOUND,
  props: { params: {}, search: new URLSearchParams() },
  body: 'complete',
} as const

/**
 * Starts the view's reads as soon as its code is loaded, not one after the other as its parts render. On the server's
 * page they wait for hydration: an answer that the server lacks would change the markup meanwhile.
 */
function useViewData({ entry, props }: Address, body: PageBody) {
  const api = useApi()
  const queryClient = useQueryClient()
  const user = useUser()
  const { language } = useTranslation().i18n
  const isHydrated = use(Hydration)
  useEffect(() => {
    if (body !== 'complete' || !isHydrated) return
    // A failure is shown where the component reads the same query.
    loadView(entry)
      .then((view) => view.load?.({ ...props, api, queryClient, language, user }))
      .catch(() => {})
  }, [entry, props, body, api, queryClient, language, user, isHydrated])
}
