import type { Language } from '#contract/product.ts'
import type { Sentences } from './translation-keys.ts'

/** Words that no text of a screen or an email uses, because people say another one. */
const REPLACED: Record<Language, readonly (readonly [word: RegExp, better: string])[]> = {
  en: [
    [/\bfor ever\b/i, 'forever'],
    [/\bby itself\b/i, 'automatically'],
    [/\bthe other side\b/i, 'the first name, or they'],
    [/\bcancell(ed|ing)\b/i, 'canceled, canceling'],
    [/\b(some|no)body\b/i, 'someone, no one'],
    [/\bbi-weekly\b/i, 'every 2 weeks'],
    [/\bI am ill\b/i, "I'm sick"],
    [/\byour offer\b/i, 'services and prices'],
    [/\bagenda\b/i, 'schedule'],
  ],
  pt: [
    [/\bsozinh[oa]s?\b/i, 'automaticamente'],
    [/\bcódigos? posta(l|is)\b/i, 'ZIP code'],
    [/\breserv(e|ou|ad[oa]s?)\b/i, 'agendar'],
  ],
  es: [
    [/\bviviendas?\b/i, 'casa'],
    [/\bañad/i, 'agregar'],
    [/\bantelación\b/i, 'anticipación'],
    [/\bpuls(a|as|ar|e)\b/i, 'tocar'],
    [/\bcódigos? postal(es)?\b/i, 'código ZIP'],
    [/\bha (llegado|empezado|terminado)\b/i, 'llegó, empezó, terminó'],
  ],
}

/** Texts of the specifications, which are exact. */
const EXACT = [
  'Payment cancelled. Your account is still inactive.',
  'Error cancelling subscription: ',
]

/** Returns the sentences of a language that use a replaced word, with the better one. */
export function replacedWordsIn(language: Language, sentences: Sentences): string[] {
  return Object.entries(sentences).flatMap(([key, sentence]) => {
    if (EXACT.some((text) => sentence.startsWith(text))) return []
    const found = REPLACED[language].filter(([word]) => word.test(sentence))
    return found.map(([word, better]) => `${language}, ${key}: ${word.source} is '${better}'`)
  })
}
