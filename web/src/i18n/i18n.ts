import type { Language } from '#contract/product.ts'
import { translator } from './translate.ts'
import type { Parts, TFunction } from './translate.ts'
import { REACHES, wordsOf } from './translations.ts'
import type { PartOfWords, Reach } from './translations.ts'

/** The language of the screen and its words, for what stands outside React; within, `useTranslation`. */
export type I18n = {
  readonly language: Language
  /** `tOf('errors')('unexpected')`; the same function until the language changes. */
  tOf<P extends Parts>(parts: P): TFunction<P>
  /** Whether the words of all these parts are here. */
  has(parts: Parts): boolean
  /** Whether as many words are here. */
  reaches(reach: Reach): boolean
  /** Fetches as many words; a `t` from before says them too. */
  load(reach: Reach): Promise<void>
  /** Changes the language once its words are here; when they cannot be had it throws, and nothing changed. */
  choose(language: Language): Promise<void>
  /** Tells of every change of language; answers how to end that. */
  subscribe(listener: () => void): () => void
}

/** Ready in `language`, with as many of its words: those given, or fetched. */
export async function createI18n(
  language: Language,
  reach: Reach = 'all',
  given?: PartOfWords,
): Promise<I18n> {
  const now: { language: Language; reach: Reach; words: PartOfWords } = {
    language,
    reach,
    words: given ?? (await wordsOf(language, reach)),
  }
  const spoken = new Map<string, unknown>()
  const loading = new Map<Reach, Promise<void>>()
  const listeners = new Set<() => void>()
  const reaches = (wanted: Reach) => REACHES.indexOf(now.reach) >= REACHES.indexOf(wanted)

  async function fetchWords(wanted: Reach) {
    const asked = now.language
    try {
      const words = await wordsOf(asked, wanted)
      if (now.language === asked && !reaches(wanted)) Object.assign(now, { reach: wanted, words })
    } finally {
      loading.delete(wanted)
    }
  }

  return {
    get language() {
      return now.language
    },
    tOf<P extends Parts>(parts: P) {
      const key = String(parts)
      if (!spoken.has(key)) spoken.set(key, translator(now, parts))
      return spoken.get(key) as TFunction<P>
    },
    has: (parts) => [parts].flat().every((part) => part in now.words),
    reaches,
    load(wanted) {
      const begun =
        loading.get(wanted) ?? (reaches(wanted) ? Promise.resolve() : fetchWords(wanted))
      if (!reaches(wanted)) loading.set(wanted, begun)
      return begun
    },
    async choose(chosen) {
      const { reach } = now
      const words = await wordsOf(chosen, reach)
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
