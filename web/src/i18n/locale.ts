import type { Language } from '#contract/product.ts'

/** How the readers of a language write numbers, money and dates: all live in the United States or read of it. */
export const LOCALES: Record<Language, string> = { en: 'en-US', pt: 'pt-BR', es: 'es-US' }
