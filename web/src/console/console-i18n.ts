import type { Language } from '#contract/product.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { loadTexts, loadTranslations } from '#web/i18n/translations.ts'
import type { Texts } from '#web/i18n/translations.ts'

const CONSOLE_FILES = import.meta.glob<Texts>('../locales/console/*.ts')

/** The texts of the product and of the console in a language. Another language loads the console again. */
export async function createConsoleI18n(language: Language): Promise<I18n> {
  const [texts, consoleTexts] = await Promise.all([
    loadTranslations(language),
    loadTexts(CONSOLE_FILES[`../locales/console/${language}.ts`]!),
  ])
  return createI18n(language, { ...texts, ...consoleTexts })
}
