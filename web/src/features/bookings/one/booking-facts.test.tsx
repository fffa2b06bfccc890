import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { Belongs } from './booking-facts.tsx'

const TEXTS = {
  en: [
    'One of your regular visits',
    'One of your regular visits until Thursday, December 10',
    'One of your regular visits, which have ended',
  ],
  pt: [
    'Uma das suas visitas regulares',
    'Uma das suas visitas regulares, até quinta-feira, 10 de dezembro',
    'Uma das suas visitas regulares, que já terminaram',
  ],
  es: [
    'Una de tus visitas regulares',
    'Una de tus visitas regulares, hasta el jueves, 10 de diciembre',
    'Una de tus visitas regulares, que ya terminaron',
  ],
} as const

// rule: series
test.each(['en', 'pt', 'es'] as const)(
  'a visit of regular visits says whether they go on, in %s',
  async (language) => {
    const i18n = await createI18n(language)
    const textOf = (status: 'active' | 'ended', until: string | null) =>
      renderToStaticMarkup(
        <I18nProvider value={i18n}>
          <Belongs series={{ status, until }} />
        </I18nProvider>,
      )
    const texts = [
      textOf('active', null),
      textOf('active', '2026-12-10'),
      textOf('ended', '2026-12-10'),
    ]
    expect(texts).toEqual(TEXTS[language])
  },
)
