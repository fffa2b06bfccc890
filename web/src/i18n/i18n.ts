import type { Language } from '#contract/product.ts'
import { translator } from './translate.ts'
import type { Namespaces, TFunction } from './translate.ts'
import { TRANSLATION_SCOPES, loadTranslations } from './translations.ts'
import type { LoadedTranslations, TranslationScope } from './translations.ts'

/** The current language and its loaded translations, for code outside React. Components use `useTranslation`. */
export type I18n = {
  readonly language: Language
  /** `translatorFor('errors')('unexpected')`. Returns the same function until the language changes. */
  translatorFor<P extends Namespaces>(namespaces: P): TFunction<P>
  /** Whether all these namespaces are loaded. */
  has(namespaces: Namespaces): boolean
  /** Whether the translations of this scope are loaded. */
  hasScope(scope: TranslationScope): boolean
  /** Loads the translations of a scope. Functions that `translatorFor` has returned use them too. */
  load(scope: TranslationScope): Promise<void>
  /** Changes the language after loading its translations. Throws and changes nothing if they cannot be loaded. */
  choose(language: Language): Promise<void>
  /** Calls `listener` after each change of language. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
}

/** Creates the I18n of a language with the translations of a scope: `given` ones, or loaded ones. */
export async function createI18n(
  language: Language,
  scope: TranslationScope = 'all',
  given?: LoadedTranslations,
): Promise<I18n> {
  const current: { language: Language; scope: TranslationScope; translations: LoadedTranslations } =
    {
      language,
      scope,
      translations: given ?? (await loadTranslations(language, scope)),
    }
  const translators = new Map<string, unknown>()
  const loading = new Map<TranslationScope, Promise<void>>()
  const listeners = new Set<() => void>()
  const hasScope = (wanted: TranslationScope) =>
    TRANSLATION_SCOPES.indexOf(current.scope) >= TRANSLATION_SCOPES.indexOf(wanted)

  /** If another language is chosen meanwhile, in that one too: whoever waits shows its texts. */
  async function loadScope(wanted: TranslationScope) {
    try {
      while (!hasScope(wanted)) {
        const requested = current.language
        const translations = await loadTranslations(requested, wanted)
        if (current.language === requested && !hasScope(wanted))
          Object.assign(current, { scope: wanted, translations })
      }
    } finally {
      loading.delete(wanted)
    }
  }

  return {
    get language() {
      return current.language
    },
    translatorFor<P extends Namespaces>(namespaces: P) {
      const key = String(namespaces)
      if (!translators.has(key)) translators.set(key, translator(current, namespaces))
      return translators.get(key) as TFunction<P>
    },
    has: (namespaces) =>
      [namespaces].flat().every((namespace) => namespace in current.translations),
    hasScope,
    load(wanted) {
      const started =
        loading.get(wanted) ?? (hasScope(wanted) ? Promise.resolve() : loadScope(wanted))
      if (!hasScope(wanted)) loading.set(wanted, started)
      return started
    },
    async choose(chosen) {
      let scope: TranslationScope
      let translations: LoadedTranslations
      do {
        scope = current.scope
        translations = await loadTranslations(chosen, scope)
      } while (scope !== current.scope)
      translators.clear()
      Object.assign(current, { language: chosen, scope, translations })
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
