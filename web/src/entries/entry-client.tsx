import '#web/ui/style.css'
import type { Language } from '#contract/product.ts'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type * as AfterPage from '#web/shell/after-hydration.tsx'
import { createApi } from '#web/api/client.ts'
import { App } from '#web/shell/app.tsx'
import { loadSignedInHeader } from '#web/shell/load-signed-in-header.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import type { PageState } from '#web/router/page-state.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { loadView, NOT_FOUND, matchView } from '#web/router/views.ts'

const WORDS_AWAITED_MS = 1000
const TAKEN_UP_WITHIN_MS = 5000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const afterPage = () =>
  importWithRetries<typeof AfterPage>(() => import('#web/shell/after-hydration.tsx'))

async function start() {
  const root = document.getElementById('root')
  const island = document.getElementById('state')
  if (!root) return
  const state = island
    ? (JSON.parse(island.textContent) as PageState)
    : (await import('#web/shell/offline/offline-page.ts')).offlinePage()
  // Chosen in the server's page before this code came.
  const select = root.querySelector<HTMLSelectElement>('footer select')
  const asked =
    select?.selectedOptions[0]?.defaultSelected === false ? (select.value as Language) : undefined
  const { entry } = matchView(window.location.pathname)
  const [i18n] = await Promise.all([
    createI18n(state.language, entry.scope, state.words),
    // Should it not come now, the screen asks again.
    loadView(entry).catch(() => {}),
    state.inside ? loadSignedInHeader() : undefined,
    state.body === 'not_found' ? loadView(NOT_FOUND) : undefined,
  ])
  const api = createApi(
    async (path, init) => {
      const response = await fetch(path, init)
      // Why it was refused is said in words that the first view does without; without a network nobody waits for them.
      if (!response.ok)
        await Promise.race([i18n.load('all').catch(() => {}), pause(WORDS_AWAITED_MS)])
      return response
    },
    () => i18n.language,
  )
  const reportError = async (error: unknown) =>
    (await afterPage()).handleSessionExpiry(error, queryClient, i18n)
  const queryClient = createQueryClient((error) => void reportError(error))
  // From now on its language is the screen's.
  const htmlAsSent = document.documentElement.cloneNode(false) as HTMLElement
  hydrate(queryClient, state.queries)
  const takenUp = new Promise<void>((resolve) => {
    const app = (
      <App {...{ api, queryClient, i18n }} url={state.url} body={state.body} onTakenUp={resolve} />
    )
    // Taken up in slices, so that a press meanwhile is answered.
    if (island) startTransition(() => void hydrateRoot(root, app))
    else createRoot(root).render(app)
  })

  const { startAfterHydration } = await afterPage()
  // Language or data that changed before would not be what the page shows. A page that broke goes on all the same.
  await Promise.race([takenUp, pause(TAKEN_UP_WITHIN_MS)])
  document.querySelector('script[data-scripts]')?.remove()
  await startAfterHydration({ api, queryClient, i18n, htmlAsSent, asked })
}

// A task of its own: to run the code for the first time is one already, and a press between them is answered.
setTimeout(() => void start())
