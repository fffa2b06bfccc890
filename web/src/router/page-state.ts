import type { DehydratedState } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type { LoadedTranslations } from '#web/i18n/translations.ts'

/**
 * 'complete': the view with its data. 'pending': its skeleton, the browser reads the data. 'not_found': the view does
 * not exist.
 */
export type PageBody = 'complete' | 'pending' | 'not_found'

/** The data that a page carries for the browser, as JSON in <script id="state">. */
export type PageState = {
  /** Path and query of the rendered page. */
  url: string
  language: Language
  body: PageBody
  /** Whether a signed-in user requested the page. */
  signedIn: boolean
  queries: DehydratedState
  /** The time zone in which the server rendered a user's own page. */
  timeZone?: string | undefined
  /** The translations that a rendered page uses. For a skeleton the browser loads all, with the code of the view. */
  translations?: LoadedTranslations | undefined
}
