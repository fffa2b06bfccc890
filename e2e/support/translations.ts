import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '#contract/product.ts'
import { translator } from '#web/i18n/translate.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import type { Namespace } from '#web/i18n/translations.ts'

const root = join(import.meta.dirname, '../..')
const FOLDERS = ['contract/locales', 'web/src/locales', 'web/src/locales/console']

/** The translator of a language, for texts that a test expects on the screen: `t('bookings:book.title')`. */
export function translationsIn(language: Language): TFunction<readonly Namespace[]> {
  const folders = FOLDERS.map((folder) => join(root, folder, language))
  const files = folders.flatMap((folder) => globSync(join(folder, '**/*.json')))
  const translations = Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(file, 'utf8')) as object,
    ]),
  )
  return translator<readonly Namespace[]>({ translations, language }, [])
}
