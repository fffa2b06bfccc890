import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'
import {
  detectLanguage,
  storeChosenLanguage,
  storeDetectedLanguage,
  noteOwnChoice,
} from '#web/i18n/detect-language.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { storeTimeZone } from '#web/i18n/store-time-zone.ts'
import { loadView, matchView } from '#web/router/views.ts'
import { ME_KEY, meQuery, storedUser } from '#web/session/session.ts'
import { Toasts } from '#web/ui/states/toast.tsx'
import InstallButton from './install/install-button.tsx'
import { sendSolved } from './challenge/challenge.ts'

export { solveOffered } from './challenge/challenge.ts'
import { OfflineSupport } from './offline/offline-support.tsx'

export { handleSessionExpiry } from '#web/session/session-expiry.ts'

const TRANSLATIONS_WITHIN_MS = 1000

/** Parts that load after hydration: toasts, install button, offline banner. The first view does not need them. */
export default function AfterHydration() {
  return (
    <>
      <Toasts />
      <InstallButton />
      <OfflineSupport />
    </>
  )
}

/**
 * Completes a refused request: loads the texts of refusals, for which pages have no room, and solves the challenge of a
 * limit. rule: language-choice, challenge
 */
export async function finishRefusal(
  response: Response,
  path: string,
  init: RequestInit,
  i18n: I18n,
): Promise<Response> {
  const timeout = new Promise((resolve) => setTimeout(resolve, TRANSLATIONS_WITHIN_MS))
  await Promise.race([i18n.load().catch(() => {}), timeout])
  return response.status === 429 ? sendSolved(response, path, init, i18n) : response
}

type HydratedPage = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** The <html> element as the server sent it. */
  htmlAsSent: HTMLElement
  /** The language that the reader selected before the whole page was hydrated. */
  chosenLanguage: Language | undefined
  /** Resolves when the page is hydrated; never, if it crashed. */
  hydrated: Promise<void>
}

/** Runs once after hydration: switches to the reader's language, and asks the server who is signed in. */
export async function startAfterHydration(page: HydratedPage) {
  const { api, queryClient, i18n, htmlAsSent, chosenLanguage, hydrated } = page
  preloadOnHover()
  const language = chosenLanguage ?? detectLanguage(htmlAsSent)
  storeTimeZone()
  i18n.subscribe(() => storeChosenLanguage(i18n.language))
  if (chosenLanguage) noteOwnChoice()
  else storeDetectedLanguage(language)
  if (chosenLanguage === i18n.language) storeChosenLanguage(chosenLanguage)
  // On a slow phone hydration may outlast its time limit: texts of another language would not match the server's.
  // If its translations cannot be loaded, the page keeps its language.
  if (language !== i18n.language) hydrated.then(() => i18n.choose(language)).catch(() => {})
  // The page contains the translations that it shows. What it opens needs the others.
  i18n.load().catch(() => {})
  if (queryClient.getQueryData(ME_KEY) || storedUser()) {
    await queryClient.prefetchQuery({ ...meQuery(api), staleTime: 0 })
  }
}

/** Loads the code of a view as soon as the pointer or the focus reaches a link to it. */
function preloadOnHover(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    // A failure is ignored here: following the link loads again.
    if (link?.origin === window.location.origin)
      loadView(matchView(link.pathname).entry).catch(() => {})
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
}
