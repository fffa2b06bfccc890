import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contract/product.ts'
import { translator } from '#web/i18n/translate.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import type { Namespace, Translations } from '#web/i18n/translations.ts'

const locales = join(import.meta.dirname, '../../web/src/locales')

/** What the screens say in a language, read from its files: `t('bookings:book.title')`. */
export function wordsIn(language: Language): TFunction<readonly Namespace[]> {
  const folder = join(locales, language)
  const words: Record<string, object> = {}
  for (const file of readdirSync(folder)) {
    const [part = ''] = file.split('.')
    const said = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
    words[part] = { ...words[part], ...said }
  }
  return translator<readonly Namespace[]>({ translations: words as Translations, language }, [])
}
