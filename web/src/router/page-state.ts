import type { DehydratedState } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type { LoadedTranslations, TranslationScope } from '#web/i18n/translations.ts'

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
  /** The scope of the translations, if they are fewer than the view's scope. */
  scope?: TranslationScope | undefined
  /** The translations of a server-rendered page, so that it needs no request before it can be used. */
  translations?: LoadedTranslations | undefined
}
