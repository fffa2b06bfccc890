import { LANGUAGES } from '../product.ts'
import type { Language } from '../product.ts'

/** The first language that Lustra has, else English; 'pt-BR' counts as 'pt', 'es-MX' as 'es'. rule: language-choice */
export function supported(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split(/[-_]/)[0]
    const language = LANGUAGES.find((known) => known === base)
    if (language) return language
  }
  return 'en'
}

/**
 * The language of a request: the chosen one, else the best of Accept-Language (`accept`), else English.
 * rule: language-choice
 */
export function requestLanguage(chosen: string | undefined, accept: string | undefined): Language {
  const accepted = (accept ?? '')
    .split(',')
    .map((part) => {
      const [language = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim())
      return { language, weight: Number(weight.replace('q=', '')) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return supported([...(chosen ? [chosen] : []), ...accepted.map(({ language }) => language)])
}

const PARAMETER = 'lang'

/** The language that an address names with '?lang=pt', for readers and search engines. rule: language-choice */
export function languageInAddress(search: URLSearchParams): Language | undefined {
  return LANGUAGES.find((known) => known === search.get(PARAMETER))
}

/** The given address (path and query) in a language, or without one, so that the reader's preference decides. */
export function addressIn(address: string, language?: Language): string {
  const [path = '/', query] = address.split('?')
  const search = new URLSearchParams(query)
  search.delete(PARAMETER)
  if (language) search.set(PARAMETER, language)
  return search.size > 0 ? `${path}?${search}` : path
}
