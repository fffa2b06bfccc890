import type { DehydratedState } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type { LoadedTranslations } from '#web/i18n/translations.ts'

/** 'whole': the screen with its data; 'pending': its skeleton, the browser goes on from there; 'not_found': what it shows instead. */
export type PageBody = 'whole' | 'pending' | 'not_found'

/** What the page carries for the browser, as JSON in <script id="state">. */
export type PageState = {
  /** Path and query that were rendered. */
  url: string
  language: Language
  body: PageBody
  /** Whether it came for somebody signed in. */
  inside: boolean
  queries: DehydratedState
  /** Of what everyone may find, what it says: no request more before it can be used. */
  words?: LoadedTranslations | undefined
}
