import type { Language } from '#contract/product.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { loadTranslations } from '#web/i18n/translations.ts'
import type en from '#web/locales/en.console.ts'

const CONSOLE_TEXTS: Record<Language, () => Promise<{ default: typeof en }>> = {
  en: () => import('#web/locales/en.console.ts'),
  pt: () => import('#web/locales/pt.console.ts'),
  es: () => import('#web/locales/es.console.ts'),
}

/** The texts of the product and of the console in a language. Another language loads the console again. */
export async function createConsoleI18n(language: Language): Promise<I18n> {
  const [texts, { default: consoleTexts }] = await Promise.all([
    loadTranslations(language),
    CONSOLE_TEXTS[language](),
  ])
  return createI18n(language, 'all', { ...texts, ...consoleTexts })
}
