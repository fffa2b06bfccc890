import './ui/style.css'
import { hydrate } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { createApi } from './app/api.ts'
import { App } from './app/app.tsx'
import { chooseLanguage, createI18n } from './app/i18n.ts'
import type { PageState } from './app/page-state.ts'
import { preloadOnIntent } from './app/preload-on-intent.ts'
import { createQueryClient } from './app/query-client.ts'
import { whenSessionExpires } from './app/session-expired.ts'
import { meQuery, rememberedUser } from './app/session.ts'
import { loadView, NOT_FOUND, placeOf } from './app/views.ts'

async function start() {
  const root = document.getElementById('root')
  const island = document.getElementById('state')
  if (!root || !island) return
  const state = JSON.parse(island.textContent) as PageState
  const [i18n] = await Promise.all([
    createI18n(state.language),
    loadView(placeOf(window.location.pathname).entry),
    state.body === 'not_found' ? loadView(NOT_FOUND) : undefined,
  ])
  const api = createApi(
    (path, init) => fetch(path, init),
    () => i18n.language,
  )
  const queryClient = createQueryClient((error) => whenSessionExpires(error, queryClient, i18n))
  // From now on its language is the screen's.
  const htmlAsSent = document.documentElement.cloneNode(false) as HTMLElement
  hydrate(queryClient, state.queries)
  hydrateRoot(
    root,
    <App api={api} queryClient={queryClient} i18n={i18n} url={state.url} body={state.body} />,
  )

  preloadOnIntent()

  // The page came in the language the server chose; the reader's own choice follows it.
  const { detectLanguage, rememberLanguage } = await import('./app/detect-language.ts')
  const chosen = detectLanguage(htmlAsSent)
  i18n.on('languageChanged', rememberLanguage)
  rememberLanguage(chosen)
  // Should its words not come, the page stays in the language it has.
  if (chosen !== state.language) chooseLanguage(i18n, chosen).catch(() => {})
  if (queryClient.getQueryData(['me']) || rememberedUser()) {
    await queryClient.prefetchQuery({ ...meQuery(api), staleTime: 0 })
  }
}

void start()
