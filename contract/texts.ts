import { LOCALES, intl } from './formats.ts'
import type { Language } from './product.ts'

/** The keys of a tree of texts: 'questions.title'. Keys of plural forms are named without their ending. */
export type TextKeys<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? Base<K> : `${K}.${TextKeys<Tree[K]>}`
}[keyof Tree & string]
type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K

export type TextValues = {
  /** Selects the plural form, and replaces `{{count}}` as a formatted number. */
  count?: number | undefined
  [name: string]: string | number | null | undefined
}

/** The text at a path of keys with dots, in the plural form of `count`. Undefined if there is none. */
export function textAt(
  texts: unknown,
  path: string,
  count: number | undefined,
  language: Language,
): string | undefined {
  if (count === undefined) return at(texts, path)
  // Zero uses the form of five: the rule for Portuguese would return '0 crédito'.
  const form = intl(Intl.PluralRules, LOCALES[language]).select(count || 5)
  return at(texts, `${path}_${form}`) ?? at(texts, `${path}_other`) ?? at(texts, path)
}

function at(texts: unknown, path: string): string | undefined {
  const text = path
    .split('.')
    .reduce((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], texts)
  return typeof text === 'string' ? text : undefined
}

/**
 * Replaces each `{{name}}` of a text from `values`. A value that ends with a period, such as '8:00 a.m.' in Spanish,
 * ends the sentence by itself.
 */
export function fillText(text: string, values: TextValues, language: Language): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}(\.(?!\.))?/g, (_, name: string, period = '') => {
    const value = values[name]
    const filled =
      name === 'count' && typeof value === 'number'
        ? intl(Intl.NumberFormat, LOCALES[language]).format(value)
        : String(value ?? '')
    return filled.endsWith('.') ? filled : filled + period
  })
}
