import type { Language } from '#contract/product.ts'
import { translator } from './translate.ts'
import type { Parts, TFunction } from './translate.ts'
import { TRANSLATION_SCOPES, loadTranslations } from './translations.ts'
import type { LoadedTranslations, TranslationScope } from './translations.ts'

/** The language of the screen and its words, for what stands outside React; within, `useTranslation`. */
export type I18n = {
  readonly language: Language
  /** `translatorFor('errors')('unexpected')`; the same function until the language changes. */
  translatorFor<P extends Parts>(parts: P): TFunction<P>
  /** Whether the words of all these parts are here. */
  has(parts: Parts): boolean
  /** Whether as many words are here. */
  hasScope(reach: TranslationScope): boolean
  /** Fetches as many words; a `t` from before says them too. */
  load(reach: TranslationScope): Promise<void>
  /** Changes the language once its words are here; when they cannot be had it throws, and nothing changed. */
  choose(language: Language): Promise<void>
  /** Tells of every change of language; answers how to end that. */
  subscribe(listener: () => void): () => void
}

/** Ready in `language`, with as many of its words: those given, or fetched. */
export async function createI18n(
  language: Language,
  reach: TranslationScope = 'all',
  given?: LoadedTranslations,
): Promise<I18n> {
  const now: { language: Language; reach: TranslationScope; words: LoadedTranslations } = {
    language,
    reach,
    words: given ?? (await loadTranslations(language, reach)),
  }
  const spoken = new Map<string, unknown>()
  const loading = new Map<TranslationScope, Promise<void>>()
  const listeners = new Set<() => void>()
  const hasScope = (wanted: TranslationScope) =>
    TRANSLATION_SCOPES.indexOf(now.reach) >= TRANSLATION_SCOPES.indexOf(wanted)

  async function fetchWords(wanted: TranslationScope) {
    const asked = now.language
    try {
      const words = await loadTranslations(asked, wanted)
      if (now.language === asked && !hasScope(wanted)) Object.assign(now, { reach: wanted, words })
    } finally {
      loading.delete(wanted)
    }
  }

  return {
    get language() {
      return now.language
    },
    translatorFor<P extends Parts>(parts: P) {
      const key = String(parts)
      if (!spoken.has(key)) spoken.set(key, translator(now, parts))
      return spoken.get(key) as TFunction<P>
    },
    has: (parts) => [parts].flat().every((part) => part in now.words),
    hasScope,
    load(wanted) {
      const begun =
        loading.get(wanted) ?? (hasScope(wanted) ? Promise.resolve() : fetchWords(wanted))
      if (!hasScope(wanted)) loading.set(wanted, begun)
      return begun
    },
    async choose(chosen) {
      const { reach } = now
      const words = await loadTranslations(chosen, reach)
      spoken.clear()
      Object.assign(now, { language: chosen, reach, words })
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
