import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

/** The first of our languages that an Accept-Language header names, in its order; English without one (decision 37: pt-BR is pt). */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return wanted.map(ours).find((language) => language !== undefined) ?? 'en'
}

function ours(tag: string): Language | undefined {
  return LANGUAGES.find((language) => language === tag)
}
