import LanguageDetector from 'i18next-browser-languagedetector'
import { supported } from '#contract/preferred-language.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

const YEAR_MINUTES = 365 * 24 * 60

// Asked for all wishes at once; which of them we speak is decided in `supported`.
const SERVICES = { languageUtils: { getBestMatchFromCodes: () => undefined } }
const OPTIONS = {
  order: ['localStorage', 'navigator', 'htmlTag', 'path', 'subdomain'],
  caches: ['localStorage', 'cookie'],
  lookupLocalStorage: LANGUAGE_CACHE_KEY,
  lookupCookie: LANGUAGE_CACHE_KEY,
  cookieMinutes: YEAR_MINUTES,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
}
const detector = new LanguageDetector(SERVICES, OPTIONS)

/** What this browser's owner chose or wishes (client spec 4); `html` is the page's element as it was sent. */
export function detectLanguage(html: HTMLElement): Language {
  detector.init(SERVICES, { ...OPTIONS, htmlTag: html })
  return supported([detector.detect() ?? []].flat())
}

/** Keeps the choice for the next visit; the cookie lets the server render in it at once. */
export function rememberLanguage(language: string): void {
  detector.cacheUserLanguage(language)
}
