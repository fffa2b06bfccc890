import { addressIn, languageInAddress, supported } from '#contract/preferred-language.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * What this browser's owner chose or wishes, in the order of client spec 4; `html` is the page's element as it was sent. An address that
 * names its language is read in it.
 */
export function detectLanguage(html: HTMLElement): Language {
  const { hostname, pathname, search } = window.location
  const named = languageInAddress(new URLSearchParams(search))
  if (named) return named
  const [, inPath = ''] = pathname.split('/')
  const [subdomain = ''] = hostname.split('.')
  return supported([chosen() ?? '', ...navigator.languages, html.lang, inPath, subdomain])
}

/** Keeps what was detected; a choice made before an address named another language stays. */
export function storeDetectedLanguage(language: Language): void {
  const named = languageInAddress(new URLSearchParams(window.location.search))
  rememberLanguage(named ? supported([chosen() ?? '', named]) : language)
}

/** Keeps what the reader chose on the screen; an address that named another language does no longer. */
export function storeChosenLanguage(language: Language): void {
  const { pathname, search, hash } = window.location
  const named = languageInAddress(new URLSearchParams(search))
  if (named && named !== language)
    window.history.replaceState(window.history.state, '', addressIn(pathname + search) + hash)
  rememberLanguage(language)
}

/** Keeps the choice for the next visit; the cookie lets the server render in it at once. */
function rememberLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_CACHE_KEY}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  try {
    localStorage.setItem(LANGUAGE_CACHE_KEY, language)
  } catch {
    // A browser that keeps nothing has the cookie, or its wishes.
  }
}

/** The choice, or the language of the address by which its reader came, which the server keeps in the cookie (server/src/pages.ts). */
function chosen(): string | undefined {
  const [, inCookie] = new RegExp(`\\b${LANGUAGE_CACHE_KEY}=(\\w+)`).exec(document.cookie) ?? []
  try {
    return localStorage.getItem(LANGUAGE_CACHE_KEY) ?? inCookie
  } catch {
    return inCookie
  }
}
