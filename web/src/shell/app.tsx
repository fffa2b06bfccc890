import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Router } from 'wouter'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { CrashScreen } from './crash-screen.tsx'
import type { I18n } from '#web/i18n/i18n.ts'
import type { PageBody } from '#web/router/page-state.ts'
import { Shell } from './shell.tsx'
import { I18nProvider } from '#web/i18n/use-translation.ts'

type AppProps = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** Path and query of the first paint, and how much of it the server gave. */
  url: string
  body: PageBody
  /** Called once all of the server's page is taken up: nothing that it shows may change before. */
  onTakenUp?: () => void
}

/** The whole web app; the server and the browser render the very same. */
export function App({ api, queryClient, i18n, url, body, onTakenUp }: AppProps) {
  const [path = '/'] = url.split('?')
  // With its question mark, as the browser's own: else the router takes the address for changed, and all is drawn at once and anew.
  const search = url.slice(path.length)
  return (
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath={path} ssrSearch={search}>
            <CrashScreen notFound={null}>
              <Shell first={{ url, body }} {...(onTakenUp && { onTakenUp })} />
            </CrashScreen>
          </Router>
        </QueryClientProvider>
      </ApiProvider>
    </I18nProvider>
  )
}
