import { LANGUAGES } from './product.ts'
import type { Language } from './product.ts'

/** The first wish that we speak, else English; 'pt-BR' is 'pt', 'es-MX' is 'es' (decision 37). */
export function supported(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const base = wish.toLowerCase().split(/[-_]/)[0]
    const language = LANGUAGES.find((known) => known === base)
    if (language) return language
  }
  return 'en'
}

/** The language of a request: the chosen one, else the browser's wishes (`accept` is Accept-Language, by its weights), else English. */
export function requestLanguage(chosen: string | undefined, accept: string | undefined): Language {
  const wishes = (accept ?? '')
    .split(',')
    .map((part) => {
      const [language = '', weight = 'q=1'] = part.trim().split(/\s*;\s*/)
      return { language, weight: Number(weight.replace('q=', '')) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return supported([...(chosen ? [chosen] : []), ...wishes.map(({ language }) => language)])
}

const PARAMETER = 'lang'

/** The language that an address names, '?lang=pt': whoever opens it is spoken to in it, search engines too. */
export function languageInAddress(search: URLSearchParams): Language | undefined {
  return LANGUAGES.find((known) => known === search.get(PARAMETER))
}

/** The same address (path and query) in a language, or in whichever its reader prefers. */
export function addressIn(address: string, language?: Language): string {
  const [path = '/', query] = address.split('?')
  const search = new URLSearchParams(query)
  search.delete(PARAMETER)
  if (language) search.set(PARAMETER, language)
  return search.size > 0 ? `${path}?${search}` : path
}
