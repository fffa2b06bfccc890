import { addressIn, languageInAddress } from '#contract/preferred-language.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Head } from '#web/router/view.ts'

type PageAddresses = {
  /** The address under which search engines index this page in this language. */
  canonical: string
  /** The page in each language, and without a language ('x-default'). rule: language-alternates */
  alternates: { language: string; address: string }[]
}

/**
 * The full addresses of a page; undefined for a page with `noindex`: the address of a reset link contains its token.
 */
export function pageAddresses(origin: string, url: string, head: Head): PageAddresses | undefined {
  if (head.noindex) return undefined
  const [path = '/', query] = url.split('?')
  const address = head.canonical ?? (path.replace(/\/+$/, '') || '/')
  const named = languageInAddress(new URLSearchParams(query))
  return {
    canonical: origin + addressIn(address, named),
    alternates: [
      ...LANGUAGES.map((language) => ({
        language,
        address: origin + addressIn(address, language),
      })),
      { language: 'x-default', address: origin + addressIn(address) },
    ],
  }
}
