import i18next from 'i18next'
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { NAMESPACES, wordsOf } from './words.ts'

/** Ready in `language`. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await wordsOf(language) },
    supportedLngs: LANGUAGES,
    // Every language is whole (a test keeps it so): nobody loads a second one to fall back on.
    fallbackLng: false,
    ns: NAMESPACES,
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  return instance
}

/** Changes the language once its words are here; when they cannot be had it throws, and nothing changed. */
export async function chooseLanguage(instance: i18n, language: Language): Promise<void> {
  const words = await wordsOf(language)
  for (const namespace of NAMESPACES)
    instance.addResourceBundle(language, namespace, words[namespace])
  await instance.changeLanguage(language)
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
