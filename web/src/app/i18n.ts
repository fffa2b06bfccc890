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
