import type { Language } from '#contract/product.ts'
import { fillText, textAt } from '#contract/texts.ts'
import type { TextKeys, TextValues } from '#contract/texts.ts'
import type { Namespace, LoadedTranslations, Translations } from './translations.ts'

/** One namespace, or several. A key without a namespace belongs to the first. */
export type Namespaces = Namespace | readonly Namespace[]

type First<P extends Namespaces> = P extends readonly [infer F, ...unknown[]] ? F & Namespace : P
type Any<P extends Namespaces> = P extends readonly (infer N)[] ? N & Namespace : P & Namespace

type Named<N extends Namespace> = N extends Namespace ? `${N}:${TextKeys<Translations[N]>}` : never
type KeyIn<P extends Namespaces> =
  First<P> extends infer F extends Namespace
    ? TextKeys<Translations[F]> | Named<Any<P>>
    : Named<Any<P>>

type Values = TextValues & {
  /** Used if the key has no translation. */
  defaultValue?: string
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
      textAt(translations, `${namespace}.${path}`, values.count, language) ??
      values.defaultValue ??
      key
    return fillText(sentence, values, language)
  }
}
