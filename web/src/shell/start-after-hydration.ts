import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'
import {
  detectLanguage,
  storeChosenLanguage,
  storeDetectedLanguage,
} from '#web/i18n/detect-language.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { preloadOnHover } from '#web/router/preload-on-hover.ts'
import { meQuery, storedUser } from '#web/session/session.ts'

type GoingOn = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** The page's element as the server sent it. */
  htmlAsSent: HTMLElement
  /** The language chosen in the server's page, before the app had come. */
  asked: Language | undefined
}

/** What follows once the page is taken up: the page came in the language the server chose, the reader's own choice follows it; and who is here is asked. */
export async function startAfterHydration({ api, queryClient, i18n, htmlAsSent, asked }: GoingOn) {
  preloadOnHover()
  const chosen = asked ?? detectLanguage(htmlAsSent)
  i18n.subscribe(() => storeChosenLanguage(i18n.language))
  if (!asked) storeDetectedLanguage(chosen)
  // Should its words not come, the page stays in the language it has.
  if (chosen !== i18n.language) i18n.choose(chosen).catch(() => {})
  if (queryClient.getQueryData(['me']) || storedUser()) {
    await queryClient.prefetchQuery({ ...meQuery(api), staleTime: 0 })
  }
}
