import type { Language } from '#contract/product.ts'
import type { Sentences } from './translation-keys.ts'

/** Words that readers of a language do not say, with what they say instead. */
const UNSPOKEN: Record<Language, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\b(some|no|every|any)body('s)?\b/i, 'someone, no one, everyone'],
    [/\bcancell(ed|ing)\b/i, 'canceled, canceling'],
    [/\bfor ever\b/i, 'forever'],
    [/\b(am|are|is) ill\b/i, 'sick'],
    [/\bNotices\b/, 'Notifications'],
    [/\bletters?\b/i, 'email'],
    [/\bAgenda\b/, 'Schedule'],
    [/\bYour offer\b/, 'Services & prices'],
    [/\bthe other side\b/i, 'the name, or they'],
    [/\bbi-weekly\b/i, 'every 2 weeks'],
    [/\bby (itself|themselves|ourselves)\b/i, 'automatically'],
    [/\b(stands|lies)\b/i, 'is, counts'],
  ],
  pt: [
    [/\breserv(a|as|ar|ado|ada|ados|adas|e|ou)\b/i, 'agendar'],
    [/\bsozinh[oa]s?\b/i, 'automaticamente'],
    [/\bafirmaç(ão|ões)\b/i, 'o que prometemos'],
    [/\bcódigos? posta(l|is)\b/i, 'ZIP code'],
  ],
  es: [
    [/\bañad/i, 'agregar'],
    [/\bviviendas?\b/i, 'casa'],
    [/\bha (llegado|empezado|terminado)\b/i, 'llegó, empezó, terminó'],
    [/\bajustes\b/i, 'configuración'],
    [/\bpuls(a|as|ar|e|es)\b/i, 'tocar'],
    [/\bantelación\b/i, 'anticipación'],
    [/\bafirmaci(ón|ones)\b/i, 'lo que prometemos'],
    [/\bcódigos? postal(es)?\b/i, 'código ZIP'],
    [/[«»]/, '“ ”'],
  ],
}

/** Sentences that stay as they are: they are fixed, or the word has another meaning in them. */
const FIXED: ReadonlySet<string> = new Set([
  'Error cancelling subscription: {{detail}}',
  'Payment cancelled. Your account is still inactive.',
  'Reservar tempo para o trajeto',
  "Your first name and the first letter of your last name. We don't show your email address or phone number.",
])

/** Returns the sentences that have a word which readers of the language do not say, with the words that they say. */
export function unspokenWordsIn(language: Language, sentences: Sentences): string[] {
  return Object.entries(sentences).flatMap(([key, sentence]) => {
    if (FIXED.has(sentence)) return []
    return UNSPOKEN[language].flatMap(([word, better]) => {
      const found = word.exec(sentence)?.[0]
      return found === undefined ? [] : `${language}, ${key}: '${found}' (people say: ${better})`
    })
  })
}
