import type { Language } from '#contract/product.ts'
import { translator } from './translate.ts'
import type { Namespaces, TFunction } from './translate.ts'
import { loadTranslations } from './translations.ts'
import type { LoadedTranslations } from './translations.ts'

/** The current language and its loaded translations, for code outside React. Components use `useTranslation`. */
export type I18n = {
  readonly language: Language
  /** Whether all translations of the language are loaded, not only those that the page contains. */
  readonly isComplete: boolean
  /** `translatorFor('errors')('unexpected')`. Returns the same function until the language changes. */
  translatorFor<P extends Namespaces>(namespaces: P): TFunction<P>
  /** Whether all these namespaces are loaded. */
  has(namespaces: Namespaces): boolean
  /** Loads all translations of the language. Functions that `translatorFor` has returned use them too. */
  load(): Promise<void>
  /** Changes the language after loading its translations. Throws and changes nothing if they cannot be loaded. */
  choose(language: Language): Promise<void>
  /** Calls `listener` after each change of language. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
}

/** Creates the I18n of a language with the translations of the page, or with all of them, which it loads. */
export async function createI18n(language: Language, ofPage?: LoadedTranslations): Promise<I18n> {
  const current = {
    language,
    isComplete: !ofPage,
    translations: ofPage ?? (await loadTranslations(language)),
  }
  const translators = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  let loading: Promise<void> | undefined

  /** If another language is chosen meanwhile, all of that one is loaded: whoever waits shows its texts. */
  async function loadAll() {
    const requested = current.language
    try {
      const loaded = await loadTranslations(requested)
      if (current.language === requested)
        Object.assign(current, {
          isComplete: true,
          translations: { ...current.translations, ...loaded },
        })
    } finally {
      loading = undefined
    }
  }

  return {
    get language() {
      return current.language
    },
    get isComplete() {
      return current.isComplete
    },
    translatorFor<P extends Namespaces>(namespaces: P) {
      const key = String(namespaces)
      if (!translators.has(key)) translators.set(key, translator(current, namespaces))
      return translators.get(key) as TFunction<P>
    },
    has: (namespaces) =>
      [namespaces].flat().every((namespace) => namespace in current.translations),
    async load() {
      if (!current.isComplete) await (loading ??= loadAll())
    },
    async choose(chosen) {
      const translations = await loadTranslations(chosen)
      translators.clear()
      Object.assign(current, { language: chosen, isComplete: true, translations })
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
