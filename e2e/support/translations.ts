import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contract/product.ts'
import { translator } from '#web/i18n/translate.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import type { Namespace, Translations } from '#web/i18n/translations.ts'

const locales = join(import.meta.dirname, '../../web/src/locales')

/** The translator of a language, for texts that a test expects on the screen: `t('bookings:book.title')`. */
export function translationsIn(language: Language): TFunction<readonly Namespace[]> {
  const folder = join(locales, language)
  const translations: Record<string, object> = {}
  for (const file of readdirSync(folder)) {
    const [namespace = ''] = file.split('.')
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
    translations[namespace] = { ...translations[namespace], ...texts }
  }
  return translator<readonly Namespace[]>(
    { translations: translations as Translations, language },
    [],
  )
}
