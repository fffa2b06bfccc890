// rule: email-verification
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { VerifyBanner } from './verify-banner.tsx'

const ANA = { id: 'ana', email: 'ana@example.com', email_verified: false } as User

test.each([
  ['en', 'Confirm your email: enter the code we sent you.', 'Enter code'],
  ['pt', 'Confirme seu e-mail: digite o código que enviamos.', 'Digitar código'],
  ['es', 'Confirma tu correo: ingresa el código que te enviamos.', 'Ingresar código'],
] as const)(
  'the notice asks for the code, and keeps its field closed (%s)',
  async (language, text, button) => {
    const i18n = await createI18n(language)
    const markup = renderToStaticMarkup(
      <I18nProvider value={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <ApiProvider value={{} as Api}>
            <VerifyBanner user={ANA} />
          </ApiProvider>
        </QueryClientProvider>
      </I18nProvider>,
    )
    expect(markup).toContain(text)
    expect(markup).toMatch(new RegExp(`aria-expanded="false"[^>]*>${button}<`))
    expect(markup).not.toContain('one-time-code')
  },
)
