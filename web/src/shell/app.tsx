import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Router } from 'wouter'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { CrashScreen } from './crash-screen.tsx'
import type { I18n } from '#web/i18n/i18n.ts'
import type { PageBody } from '#web/router/page-state.ts'
import { noteNavigation } from './screen.tsx'
import { Shell } from './shell.tsx'
import { I18nProvider } from '#web/i18n/use-translation.ts'

type AppProps = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** Path and query of the first paint, and what the server rendered of it. */
  url: string
  body: PageBody
  /** Called when the page is hydrated. What it shows must not change before. */
  onHydrated?: () => void
}

/** The web app. The server and the browser render the same. rule: server-rendering */
export function App({ api, queryClient, i18n, url, body, onHydrated }: AppProps) {
  const [path = '/'] = url.split('?')
  // With its question mark, as in the browser: otherwise the router sees another address and renders everything again.
  const search = url.slice(path.length)
  return (
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath={path} ssrSearch={search} aroundNav={noteNavigation}>
            <CrashScreen notFound={null}>
              <Shell first={{ url, body }} {...(onHydrated && { onHydrated })} />
            </CrashScreen>
          </Router>
        </QueryClientProvider>
      </ApiProvider>
    </I18nProvider>
  )
}
