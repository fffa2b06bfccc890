import { TRANSLATION_RETRIES_MAX, TRANSLATION_RETRY_MS } from '#contract/loading-rules.ts'
import type { Language } from '#contract/product.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import type * as namespaces from './namespaces.ts'

/** All translations of a language, by namespace. */
export type Translations = typeof namespaces
export type Namespace = keyof Translations
/** The translations that a page contains, or that are loaded. */
export type LoadedTranslations = Partial<Translations>

/** The texts of a folder of one language, by the path of their file. */
export type Texts = { default: Record<string, object> }

/** One chunk for each language. A new language needs its folder and its file of one line, and no change here. */
const LANGUAGE_FILES = import.meta.glob<Texts>('../locales/*.ts')

/** The key of a language's chunk in the build's manifest. */
export const translationFile = (language: Language) => `web/src/locales/${language}.ts`

/** Loads the translations of one language, for the screens of people. rule: language-choice */
export const loadTranslations = (language: Language) =>
  loadTexts<Translations>(LANGUAGE_FILES[`../locales/${language}.ts`]!)

/** Loads the texts of a language by namespace. Retries with back-off before it throws. rule: language-choice */
export async function loadTexts<Loaded extends LoadedTranslations>(
  firstLoad: () => Promise<Texts>,
): Promise<Loaded> {
  let load = firstLoad
  for (let retry = 0; ; retry++) {
    try {
      const files = Object.entries((await load()).default)
      return Object.fromEntries(
        files.map(([path, texts]) => [path.replace(/.*\/|\.json$/g, ''), texts]),
      ) as Loaded
    } catch (error) {
      if (retry === TRANSLATION_RETRIES_MAX) throw error
      load = retryImport(load, error)
      await new Promise((resolve) => setTimeout(resolve, TRANSLATION_RETRY_MS * 2 ** retry))
    }
  }
}
