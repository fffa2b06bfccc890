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
