import { WORDS_RETRIES_MAX, WORDS_RETRY_MS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type words from '../locales/en.ts'
import { loadAgain } from './load-again.ts'

export type Words = typeof words
export type Namespace = keyof Words

/** One file of words per feature, the same names in every language. */
export const NAMESPACES = [
  'app',
  'billing',
  'bookings',
  'checkout',
  'dashboard',
  'errors',
  'home',
  'identity',
  'marketplace',
  'messaging',
  'professionals',
  'profile',
  'reviews',
  'search',
  'verification',
] as const satisfies readonly Namespace[]

const WORDS: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('../locales/en.ts'),
  pt: () => import('../locales/pt.ts'),
  es: () => import('../locales/es.ts'),
}

/** All words of one language; each is a chunk of its own, so that nobody loads three. Tries again before it throws (client spec 9). */
export async function wordsOf(language: Language): Promise<Words> {
  let load = WORDS[language]
  for (let retry = 0; ; retry++) {
    try {
      return (await load()).default
    } catch (error) {
      if (retry === WORDS_RETRIES_MAX) throw error
      load = loadAgain(load, error)
      await new Promise((resolve) => setTimeout(resolve, WORDS_RETRY_MS * 2 ** retry))
    }
  }
}
