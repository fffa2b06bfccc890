import { supported } from '#contract/preferred-language.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** What this browser's owner chose or wishes, in the order of client spec 4; `html` is the page's element as it was sent. */
export function detectLanguage(html: HTMLElement): Language {
  const { hostname, pathname } = window.location
  const [, inPath = ''] = pathname.split('/')
  const [subdomain = ''] = hostname.split('.')
  return supported([chosen() ?? '', ...navigator.languages, html.lang, inPath, subdomain])
}

/** Keeps the choice for the next visit; the cookie lets the server render in it at once. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_CACHE_KEY}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  try {
    localStorage.setItem(LANGUAGE_CACHE_KEY, language)
  } catch {
    // A browser that keeps nothing has the cookie, or its wishes.
  }
}

function chosen(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_CACHE_KEY)
  } catch {
    return null
  }
}
