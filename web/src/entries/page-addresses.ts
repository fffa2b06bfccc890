import { addressIn, languageInAddress } from '#contract/preferred-language.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Head } from '#web/router/view.ts'

type PageAddresses = {
  /** The one under which this page, in this language, wants to be found. */
  canonical: string
  /** The same page in each language, and in whichever its reader prefers. */
  alternates: { language: string; address: string }[]
}

/** Where a page is to be found, by whole addresses; nowhere if it is hidden: a reset link would give its token away. */
export function pageAddresses(origin: string, url: string, head: Head): PageAddresses | undefined {
  if (head.hidden) return undefined
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
