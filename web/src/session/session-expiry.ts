import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { toast } from '#web/ui/toast-store.ts'
import { Refusal } from '#web/api/client.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { withNext } from './next-path.ts'
import { clearSignedInUser } from './session.ts'

const LOGIN = '/login'

/** A call that needed a session found none: says so, and leads back here after logging in. */
export function handleSessionExpiry(error: unknown, queryClient: QueryClient, i18n: I18n): void {
  if (!(error instanceof Refusal) || error.code !== 'not_signed_in') return
  endExpiredSession(queryClient, i18n)
}

/** Nobody is signed in here any more: says so, and leads back here after logging in. */
export function endExpiredSession(queryClient: QueryClient, { translatorFor }: I18n): void {
  clearSignedInUser(queryClient)
  // Of several calls that found none, the first has said so.
  if (window.location.pathname === LOGIN) return
  toast.info(translatorFor('app')('session_expired'))
  navigate(withNext(LOGIN, window.location.pathname + window.location.search))
}
