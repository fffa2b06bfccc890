import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Route, Router, Switch } from 'wouter'
import type { Api } from '#web/api/client.ts'
import { ApiProvider, useApi } from '#web/api/use-api.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { I18nProvider, useTranslation } from '#web/i18n/use-translation.ts'
import { CrashScreen } from '#web/shell/crash-screen.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Toasts } from '#web/ui/states/toast.tsx'
import { Enrolment } from './enrolment.tsx'
import { Frame, VisitorFrame } from './frame.tsx'
import { operatorQuery } from './operator.api.ts'
import { SignIn } from './sign-in.tsx'

type ConsoleAppProps = { api: Api; queryClient: QueryClient; i18n: I18n }

/** The console of operators. rule: operator-console */
export function ConsoleApp({ api, queryClient, i18n }: ConsoleAppProps) {
  return (
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <Router base="/operator">
            <CrashScreen notFound={null}>
              <Switch>
                <Route path="/enrol/:token">
                  {({ token }) => (
                    <VisitorFrame title="enrol.title">
                      <Enrolment token={token} />
                    </VisitorFrame>
                  )}
                </Route>
                <Route>
                  <SignedInOnly />
                </Route>
              </Switch>
            </CrashScreen>
            <Toasts />
          </Router>
        </QueryClientProvider>
      </ApiProvider>
    </I18nProvider>
  )
}

/** The screens of an operator, or the sign-in. */
function SignedInOnly() {
  const { t } = useTranslation('console')
  const query = useQuery(operatorQuery(useApi()))
  return (
    <QueryState query={query} failed={t('load_failed')}>
      {(session) =>
        session ? (
          <Frame session={session} />
        ) : (
          <VisitorFrame title="sign_in.title">
            <SignIn />
          </VisitorFrame>
        )
      }
    </QueryState>
  )
}
