import { addressIn, languageInAddress, supported } from '#contract/people/preferred-language.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import type { Language } from '#contract/product.ts'
import { hasFlag, setFlag } from '#web/loading/browser-flag.ts'

/** Present once a reader of this browser has chosen a language themselves. */
const CHOSEN_KEY = 'lustra.language-chosen'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * The language of this reader: of the address if it names one, else their choice, else what their browser prefers.
 * `html` is the page's element as the server sent it. rule: language-choice
 */
export function detectLanguage(html: HTMLElement): Language {
  const { hostname, pathname, search } = window.location
  const named = languageInAddress(new URLSearchParams(search))
  if (named) return named
  const [, inPath = ''] = pathname.split('/')
  const [subdomain = ''] = hostname.split('.')
  return supported([storedChoice() ?? '', ...navigator.languages, html.lang, inPath, subdomain])
}

/** Stores the detected language. A language named by the address does not replace a stored choice. */
export function storeDetectedLanguage(language: Language): void {
  const named = languageInAddress(new URLSearchParams(window.location.search))
  storeLanguage(named ? supported([storedChoice() ?? '', named]) : language)
}

/** Stores the language that the reader chose. If the address names another language, that is removed from it. */
export function storeChosenLanguage(language: Language): void {
  const { pathname, search, hash } = window.location
  const named = languageInAddress(new URLSearchParams(search))
  if (named && named !== language)
    window.history.replaceState(window.history.state, '', addressIn(pathname + search) + hash)
  storeLanguage(language)
}

/** Notes that the reader chose the language themselves, so that no account's language replaces it. */
export function noteOwnChoice(): void {
  // Without local storage each sign-in brings the account's language.
  setFlag(CHOSEN_KEY)
}

/** Whether a reader of this browser has chosen a language themselves. rule: language-choice */
export function hasOwnChoice(): boolean {
  return hasFlag(CHOSEN_KEY)
}

/** Stores the language for the next visit. The server reads the cookie. rule: language-choice */
function storeLanguage(language: Language): void {
  const secure = isSecure() ? '; secure' : ''
  document.cookie = `${cookieName()}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
  try {
    localStorage.setItem(LANGUAGE_CACHE_KEY, language)
  } catch {
    // Without local storage there is still the cookie.
  }
}

/**
 * The stored choice. The cookie may also hold the language of the first address, which the server stores
 * (server/src/pages/pages.ts).
 */
function storedChoice(): string | undefined {
  const [, inCookie] = new RegExp(`(?:^| )${cookieName()}=(\\w+)`).exec(document.cookie) ?? []
  try {
    return localStorage.getItem(LANGUAGE_CACHE_KEY) ?? inCookie
  } catch {
    return inCookie
  }
}

/** Under https the prefix keeps other hosts and plain http from setting the cookie. */
function cookieName(): string {
  return isSecure() ? `__Host-${LANGUAGE_CACHE_KEY}` : LANGUAGE_CACHE_KEY
}

function isSecure(): boolean {
  return window.location.protocol === 'https:'
}
