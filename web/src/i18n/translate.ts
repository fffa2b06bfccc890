import type { Language } from '#contract/product.ts'
import { intl, LOCALES } from '#contract/formats.ts'
import type { Namespace, LoadedTranslations, Translations } from './translations.ts'

/** One namespace, or several. A key without a namespace belongs to the first. */
export type Namespaces = Namespace | readonly Namespace[]

type First<P extends Namespaces> = P extends readonly [infer F, ...unknown[]] ? F & Namespace : P
type Any<P extends Namespaces> = P extends readonly (infer N)[] ? N & Namespace : P & Namespace

/** 'questions.title'. Keys of plural forms are named without their ending. */
type KeysOf<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? Base<K> : `${K}.${KeysOf<Tree[K]>}`
}[keyof Tree & string]
type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K

type Named<N extends Namespace> = N extends Namespace ? `${N}:${KeysOf<Translations[N]>}` : never
type KeyIn<P extends Namespaces> =
  First<P> extends infer F extends Namespace
    ? KeysOf<Translations[F]> | Named<Any<P>>
    : Named<Any<P>>

type Values = {
  /** Selects the plural form, and replaces `{{count}}` as a formatted number. */
  count?: number
  /** Used if the key has no translation. */
  defaultValue?: string
  [name: string]: string | number | null | undefined
}

/** Returns the sentence of a key, with `{{name}}` replaced from `values`. */
export type TFunction<P extends Namespaces = 'app'> = (key: KeyIn<P>, values?: Values) => string

/** Creates a `t` that reads the translations which are loaded when it is called. */
export function translator<P extends Namespaces>(
  current: { readonly translations: LoadedTranslations; readonly language: Language },
  namespaces: P,
): TFunction<P> {
  const [first] = [namespaces].flat()
  return (key, values = {}) => {
    const { translations, language } = current
    const [path = '', namespace = first] = key.split(':').toReversed()
    const sentence =
      sentenceAt(translations, `${namespace}.${path}`, values.count, language) ??
      values.defaultValue ??
      key
    return sentence.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = values[name]
      return name === 'count' && typeof value === 'number'
        ? intl(Intl.NumberFormat, LOCALES[language]).format(value)
        : String(value ?? '')
    })
  }
}

function sentenceAt(
  translations: LoadedTranslations,
  path: string,
  count: number | undefined,
  language: Language,
): string | undefined {
  if (count === undefined) return at(translations, path)
  // Zero uses the form of five: the rule for Portuguese would return '0 crédito'.
  const form = intl(Intl.PluralRules, LOCALES[language]).select(count || 5)
  return (
    at(translations, `${path}_${form}`) ??
    at(translations, `${path}_other`) ??
    at(translations, path)
  )
}

function at(translations: unknown, path: string): string | undefined {
  const sentence = path
    .split('.')
    .reduce((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], translations)
  return typeof sentence === 'string' ? sentence : undefined
}
