import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { Refusal } from '#web/api/client.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { isLetterLink } from './letter-token.ts'
import { withNext } from './next-path.ts'
import { clearSignedInUser, ME_KEY } from './session.ts'

const LOGIN = '/login'

/**
 * Receives every failure of a call. If the call found no session, the user is sent to log in.
 * rule: session-expiry
 */
export function handleSessionExpiry(error: unknown, queryClient: QueryClient, i18n: I18n): void {
  if (!(error instanceof Refusal) || error.code !== 'not_signed_in') return
  endExpiredSession(queryClient, i18n)
}

/** Shows that the session has expired, and opens the login page, which leads back to this one. */
export function endExpiredSession(queryClient: QueryClient, { translatorFor }: I18n): void {
  // A call of before a logout can fail after it.
  if (queryClient.getQueryData(ME_KEY) === null) return
  clearSignedInUser(queryClient)
  // The screen of a letter's link needs no session and stays, because its secret must not get into the address of the
  // login page.
  if (window.location.pathname === LOGIN || isLetterLink()) return
  toast.info(translatorFor('app')('session_expired'))
  navigate(withNext(LOGIN, window.location.pathname + window.location.search))
}
