import i18next from 'i18next'
import type { BackendModule, i18n, ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type words from '../locales/en.ts'

export type Words = typeof words
export type Namespace = keyof Words

/** One file of words per feature, the same names in every language. */
export const NAMESPACES = [
  'app',
  'bookings',
  'dashboard',
  'errors',
  'home',
  'identity',
  'professionals',
  'reviews',
  'search',
] as const satisfies readonly Namespace[]

type WordsOf = (language: Language) => Promise<ResourceLanguage>

/** Ready in `language`, whose words are given; others are fetched when somebody changes to them. */
export async function createI18n(language: Language, wordsOf: WordsOf): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance
    .use(initReactI18next)
    .use(fetching(wordsOf))
    .init({
      lng: language,
      resources: { [language]: await wordsOf(language) },
      partialBundledLanguages: true,
      supportedLngs: LANGUAGES,
      load: 'languageOnly',
      // Every language is whole (a test keeps it so): nobody loads a second one to fall back on.
      fallbackLng: false,
      ns: NAMESPACES,
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  return instance
}

function fetching(wordsOf: WordsOf): BackendModule {
  return {
    type: 'backend',
    init: () => {},
    read(language, namespace, done) {
      wordsOf(supported([language])).then(
        (words) => done(null, words[namespace] as ResourceLanguage),
        // 'true' lets i18next try again: five times, from 350 ms on.
        (error: Error) => done(error, true),
      )
    },
  }
}

/** Changes the language once its words are here; false when they cannot be had, and nothing changed. */
export async function chooseLanguage(instance: i18n, language: string): Promise<boolean> {
  await instance.loadLanguages(language)
  if (!instance.hasResourceBundle(language, 'app')) return false
  await instance.changeLanguage(language)
  return true
}

/** The first wish that we speak, else English; 'pt-BR' is 'pt', 'es-MX' is 'es' (decision 37). */
export function supported(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const base = wish.toLowerCase().split(/[-_]/)[0]
    const language = LANGUAGES.find((known) => known === base)
    if (language) return language
  }
  return 'en'
}

/** The language of a request: the chosen one, else the browser's wishes (`accept` is Accept-Language, by its weights), else English. */
export function requestLanguage(chosen: string | undefined, accept: string | undefined): Language {
  const wishes = (accept ?? '')
    .split(',')
    .map((part) => {
      const [language = '', weight = 'q=1'] = part.trim().split(/\s*;\s*/)
      return { language, weight: Number(weight.replace('q=', '')) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return supported([...(chosen ? [chosen] : []), ...wishes.map(({ language }) => language)])
}
