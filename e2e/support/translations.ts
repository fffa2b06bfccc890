import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '#contract/product.ts'
import { translator } from '#web/i18n/translate.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import type { Namespace } from '#web/i18n/translations.ts'

const locales = join(import.meta.dirname, '../../web/src/locales')

/** The translator of a language, for texts that a test expects on the screen: `t('bookings:book.title')`. */
export function translationsIn(language: Language): TFunction<readonly Namespace[]> {
  const folders = [join(locales, language), join(locales, 'console', language)]
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  const translations = Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(file, 'utf8')) as object,
    ]),
  )
  return translator<readonly Namespace[]>({ translations, language }, [])
}
