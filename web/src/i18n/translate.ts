import type { Language } from '#contract/product.ts'
import { intl, LOCALES } from '#contract/formats.ts'
import type { Namespace, LoadedTranslations, Translations } from './translations.ts'

/** One part of the words, or several; a key without a part's name is of the first. */
export type Parts = Namespace | readonly Namespace[]

type First<P extends Parts> = P extends readonly [infer F, ...unknown[]] ? F & Namespace : P
type Any<P extends Parts> = P extends readonly (infer N)[] ? N & Namespace : P & Namespace

/** 'questions.title'; of a sentence with plural forms, the key without their endings. */
type KeysOf<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? Base<K> : `${K}.${KeysOf<Tree[K]>}`
}[keyof Tree & string]
type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K

type Named<N extends Namespace> = N extends Namespace ? `${N}:${KeysOf<Translations[N]>}` : never
type KeyIn<P extends Parts> =
  First<P> extends infer F extends Namespace
    ? KeysOf<Translations[F]> | Named<Any<P>>
    : Named<Any<P>>

type Values = {
  /** Chooses among plural forms, and stands in the sentence as the language writes numbers. */
  count?: number
  /** Said when there are no words for the key. */
  defaultValue?: string
  [name: string]: string | number | null | undefined
}

/** A sentence by its key, `{{name}}` in it filled from `values`. */
export type TFunction<P extends Parts = 'app'> = (key: KeyIn<P>, values?: Values) => string

/** The `t` of whatever words are there when it is asked; a key without a part's name is of `first`. */
export function translator<P extends Parts>(
  now: { readonly words: LoadedTranslations; readonly language: Language },
  parts: P,
): TFunction<P> {
  const [first] = [parts].flat()
  return (key, values = {}) => {
    const { words, language } = now
    const [path = '', part = first] = key.split(':').toReversed()
    const sentence =
      sentenceAt(words, `${part}.${path}`, values.count, language) ?? values.defaultValue ?? key
    return sentence.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = values[name]
      return name === 'count' && typeof value === 'number'
        ? intl(Intl.NumberFormat, LOCALES[language]).format(value)
        : String(value ?? '')
    })
  }
}

function sentenceAt(
  words: LoadedTranslations,
  path: string,
  count: number | undefined,
  language: Language,
): string | undefined {
  if (count === undefined) return at(words, path)
  // None are said like five: Portuguese's own rule would say '0 crédito'.
  const form = intl(Intl.PluralRules, LOCALES[language]).select(count || 5)
  return at(words, `${path}_${form}`) ?? at(words, `${path}_other`) ?? at(words, path)
}

function at(words: unknown, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], words)
  return typeof found === 'string' ? found : undefined
}
