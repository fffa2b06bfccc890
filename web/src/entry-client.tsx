import './ui/style.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type * as AfterPage from './app/after-page.tsx'
import { createApi } from './app/api.ts'
import { App } from './app/app.tsx'
import { loadInside } from './app/inside.ts'
import { createI18n } from './app/i18n.ts'
import { loadSurely } from './app/load-surely.ts'
import type { PageState } from './app/page-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { whenSessionExpires } from './app/session-expired.ts'
import { meQuery, rememberedUser } from './app/session.ts'
import { loadView, NOT_FOUND, placeOf } from './app/views.ts'

const WORDS_AWAITED_MS = 1000
const wordsAwaited = () => new Promise((resolve) => setTimeout(resolve, WORDS_AWAITED_MS))

async function start() {
  const root = document.getElementById('root')
  const island = document.getElementById('state')
  if (!root) return
  const state = island
    ? (JSON.parse(island.textContent) as PageState)
    : (await import('./pwa/offline-page.ts')).offlinePage()
  const { entry } = placeOf(window.location.pathname)
  const [i18n] = await Promise.all([
    createI18n(state.language, entry.words, state.words),
    // Should it not come now, the screen asks again.
    loadView(entry).catch(() => {}),
    state.inside ? loadInside() : undefined,
    state.body === 'not_found' ? loadView(NOT_FOUND) : undefined,
  ])
  const api = createApi(
    async (path, init) => {
      const response = await fetch(path, init)
      // Why it was refused is said in words that the first view does without; without a network nobody waits for them.
      if (!response.ok) await Promise.race([i18n.load('all').catch(() => {}), wordsAwaited()])
      return response
    },
    () => i18n.language,
  )
  const queryClient = createQueryClient((error) => whenSessionExpires(error, queryClient, i18n))
  // From now on its language is the screen's.
  const htmlAsSent = document.documentElement.cloneNode(false) as HTMLElement
  hydrate(queryClient, state.queries)
  const app = (
    <App api={api} queryClient={queryClient} i18n={i18n} url={state.url} body={state.body} />
  )
  // Taken up in slices, so that a press meanwhile is answered.
  if (island) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)

  // The page came in the language the server chose; the reader's own choice follows it.
  const { detectLanguage, preloadOnIntent, rememberChoice, rememberDetected } = await loadSurely<
    typeof AfterPage
  >(() => import('./app/after-page.tsx'))
  preloadOnIntent()
  const chosen = detectLanguage(htmlAsSent)
  i18n.subscribe(() => rememberChoice(i18n.language))
  rememberDetected(chosen)
  // Should its words not come, the page stays in the language it has.
  if (chosen !== state.language) i18n.choose(chosen).catch(() => {})
  if (queryClient.getQueryData(['me']) || rememberedUser()) {
    await queryClient.prefetchQuery({ ...meQuery(api), staleTime: 0 })
  }
}

void start()
