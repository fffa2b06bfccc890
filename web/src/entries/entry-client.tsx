import '#web/loading/trusted-types.ts'
import '#web/loading/translated-text.ts'
import '#web/ui/style.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { CHALLENGE_OFFER_HEADER } from '#contract/browser-names.ts'
import type { Language } from '#contract/product.ts'
import { createApi } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import type { PageState } from '#web/router/page-state.ts'
import { loadView, NOT_FOUND, matchView } from '#web/router/views.ts'
import type * as AfterHydration from '#web/shell/after-hydration.tsx'
import { App } from '#web/shell/app.tsx'
import { loadSignedInHeader } from '#web/shell/load-signed-in-header.ts'
import { registered } from '#web/shell/registered-header.ts'

const HYDRATED_WITHIN_MS = 5000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const loadAfterHydration = () =>
  importWithRetries<typeof AfterHydration>(() => import('#web/shell/after-hydration.tsx'))

/** Hydrates the page that the server rendered; offline, renders a page from stored data. rule: hydration */
async function start() {
  const root = document.getElementById('root')
  const stateElement = document.getElementById('state')
  if (!root) return
  const state = stateElement
    ? (JSON.parse(stateElement.textContent) as PageState)
    : (await import('#web/shell/offline/offline-page.ts')).offlinePage()
  let chosenLanguage = languageChosenBeforeHydration(root)
  const i18n = await loadFirstScreen(state)
  // On a slow phone a reader may choose while the rest of the page still hydrates.
  i18n.subscribe(() => {
    chosenLanguage = i18n.language
  })
  const api = createApi(
    (path, init) => fetchWithTranslations(path, init, i18n),
    () => i18n.language,
  )
  const reportError = async (error: unknown) =>
    (await loadAfterHydration()).handleSessionExpiry(error, queryClient, i18n)
  const queryClient = createQueryClient((error) => void reportError(error))
  // A copy: the app changes the language of the element.
  const htmlAsSent = document.documentElement.cloneNode(false) as HTMLElement
  if (stateElement) countAsReadNow(state)
  const isOurs = !state.timeZone || registered.own!(state, queryClient)
  hydrate(queryClient, state.queries)
  const hydrated = new Promise<void>((resolve) => {
    const app = (
      <App {...{ api, queryClient, i18n }} url={state.url} body={state.body} onHydrated={resolve} />
    )
    // A transition hydrates in slices, so that a click meanwhile is answered.
    if (stateElement && isOurs) startTransition(() => void hydrateRoot(root, app))
    else createRoot(root).render(app)
  })

  const { startAfterHydration } = await loadAfterHydration()
  // A change of data before this would differ from the server's markup. The time limit covers a page that crashed.
  await Promise.race([hydrated, pause(HYDRATED_WITHIN_MS)])
  document.querySelector('script[data-scripts]')?.remove()
  await startAfterHydration({ api, queryClient, i18n, htmlAsSent, chosenLanguage, hydrated })
}

/**
 * The server has rendered this page at most ten seconds ago, by a clock of its own. A page of the browser's history
 * keeps the times of its rendering. rule: server-rendering
 */
function countAsReadNow({ queries }: PageState): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'back_forward') return
  for (const { state } of queries.queries) state.dataUpdatedAt = Date.now()
}

/** The language selected in the server's page before this code ran. */
function languageChosenBeforeHydration(root: HTMLElement): Language | undefined {
  const select = root.querySelector<HTMLSelectElement>('footer select')
  return select?.selectedOptions[0]?.defaultSelected === false
    ? (select.value as Language)
    : undefined
}

/** Loads the code and the translations that the first paint needs. */
async function loadFirstScreen(state: PageState): Promise<I18n> {
  const { entry } = matchView(window.location.pathname)
  const [i18n] = await Promise.all([
    createI18n(state.language, state.translations),
    // The screen repeats a load that fails.
    loadView(entry).catch(() => {}),
    state.signedIn ? loadSignedInHeader() : undefined,
    state.body === 'not_found' ? loadView(NOT_FOUND) : undefined,
  ])
  return i18n
}

/** Loads the texts of refusals and the code of challenges when needed. rule: language-choice, challenge */
async function fetchWithTranslations(path: string, init: RequestInit, i18n: I18n) {
  const response = await fetch(path, init)
  if (!response.ok) return (await loadAfterHydration()).finishRefusal(response, path, init, i18n)
  if (response.headers.has(CHALLENGE_OFFER_HEADER))
    void loadAfterHydration().then(({ solveOffered }) => solveOffered(response, path, init))
  return response
}

void start()
