import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { storeChosenLanguage } from '#web/i18n/detect-language.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { CrashScreen } from '#web/shell/crash-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/forms/field.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { signedOut } from './operator.api.ts'
import type { OperatorSession } from './operator.api.ts'
import { SCREENS } from './screens.ts'
import type { ConsoleScreen } from './screens.ts'
import { useTitle } from './use-title.ts'

const LOADED = SCREENS.map(({ load, ...screen }) => ({
  ...screen,
  Component: lazy(() => importWithRetries(load)),
}))
const [FIRST] = SCREENS

/** The frame of a signed-in operator's screens: a header with navigation and logout, and the screen below it. */
export function Frame({ session }: { session: OperatorSession }) {
  return (
    <>
      <Header navigation={<Navigation />}>
        <span className="text-sm text-soft">{session.operator.name}</span>
        <LanguageChoice />
        <LogOut />
      </Header>
      <main id="main" tabIndex={-1} className="page flex grow flex-col outline-none">
        <Switch>
          {LOADED.map(({ path, title, Component }) => (
            <Route key={path} path={path}>
              {(params) => (
                <CrashScreen notFound={<NotFound />}>
                  <TabTitle title={title} />
                  <Suspense fallback={<RowsSkeleton count={6} />}>
                    <Component params={params as Record<string, string>} />
                  </Suspense>
                </CrashScreen>
              )}
            </Route>
          ))}
          <Route path="/">{FIRST?.nav && <Redirect to={FIRST.nav.href} replace />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </main>
    </>
  )
}

/** The frame of the sign-in and enrolment screens: a header without navigation, and a narrow column. */
export function VisitorFrame({
  title,
  children,
}: Pick<ConsoleScreen, 'title'> & { children: ReactNode }) {
  return (
    <>
      <TabTitle title={title} />
      <Header>
        <LanguageChoice />
      </Header>
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        <div className="mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-8 md:py-14">
          {children}
        </div>
      </main>
    </>
  )
}

/** Sets the title of the tab. It is rendered before the screen, which may set a title of its own. */
function TabTitle({ title }: Pick<ConsoleScreen, 'title'>) {
  const { t } = useTranslation('console')
  useTitle(t(title))
  return null
}

type HeaderProps = { navigation?: ReactNode; children: ReactNode }

/** The link that skips it, the name of the console, and at the end of the line `children`. */
function Header({ navigation, children }: HeaderProps) {
  const { t } = useTranslation(['console', 'app'])
  return (
    <>
      <a href="#main" className="skip-link">
        {t('app:skip_to_content')}
      </a>
      <header className="border-b border-line bg-paper print:hidden">
        <div className="mx-auto flex min-h-16 w-full max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-8">
          <Link href="/" className="flex min-h-11 shrink-0 items-center gap-3 rounded-sm">
            <Logo />
            <span className="border-l border-line pl-3 text-soft">{t('title')}</span>
          </Link>
          {navigation}
          <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            {children}
          </div>
        </div>
      </header>
    </>
  )
}

function Navigation() {
  const { t } = useTranslation('console')
  const [path] = useLocation()
  return (
    <nav aria-label={t('nav_label')} className="flex flex-wrap items-center gap-1">
      {SCREENS.map(({ nav }) => {
        if (!nav) return null
        const { href, label } = nav
        const isCurrent = path === href || path.startsWith(`${href}/`)
        return (
          <Link
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center rounded-md px-3 font-medium hover:bg-mint',
              isCurrent ? 'text-action' : 'text-ink',
            )}
          >
            {t(label)}
          </Link>
        )
      })}
    </nav>
  )
}

/** The choice of the language. A change loads the console again. */
function LanguageChoice() {
  const { t, i18n } = useTranslation('console')
  const choose = (language: Language) => {
    storeChosenLanguage(language)
    window.location.reload()
  }
  return (
    <Select
      aria-label={t('language')}
      value={i18n.language}
      onChange={({ target }) => choose(target.value as Language)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </Select>
  )
}

function LogOut() {
  const { t } = useTranslation('console')
  const api = useApi()
  const queryClient = useQueryClient()
  const logOut = useMutation({
    mutationFn: () => api.call('POST /api/operator/logout'),
    onSuccess: () => signedOut(queryClient),
  })
  return (
    <Button look="quiet" busy={logOut.isPending} onClick={() => logOut.mutate()}>
      {t('log_out')}
    </Button>
  )
}

function NotFound() {
  const { t } = useTranslation('console')
  return (
    <section className="flex flex-col items-start gap-3">
      <h1 className="text-2xl">{t('not_found')}</h1>
      <Link href="/" className="text-action underline">
        {t('to_start')}
      </Link>
    </section>
  )
}
