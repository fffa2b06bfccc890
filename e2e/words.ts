import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import type { TFunction } from 'i18next'
import type { Language } from '#contract/product.ts'
import { NAMESPACES } from '#web/app/words.ts'

type Translate = TFunction<typeof NAMESPACES>

const locales = join(import.meta.dirname, '../web/src/locales')

/** What the screens say in a language, read from its files: `t('bookings:book.title')`. */
export function wordsIn(language: Language): Translate {
  const words = NAMESPACES.map((namespace) => [
    namespace,
    JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as object,
  ])
  const instance = createInstance()
  void instance.init({
    lng: language,
    resources: { [language]: Object.fromEntries(words) },
    ns: NAMESPACES,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance.getFixedT(language, NAMESPACES)
}
