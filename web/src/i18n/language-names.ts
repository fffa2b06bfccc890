import type { Language } from '#contract/product.ts'

/** Each language by its own name, whatever the page is in. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
}
