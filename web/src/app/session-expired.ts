import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { navigate } from 'wouter/use-browser-location'
import { toast } from '../ui/toast-store.ts'
import { Refusal } from './api.ts'
import { withNext } from './next.ts'
import { signedOut } from './session.ts'

/** A call that needed a session found none: says so, and leads back here after logging in. */
export function whenSessionExpires(error: unknown, queryClient: QueryClient, { t }: i18n): void {
  if (!(error instanceof Refusal) || error.code !== 'not_signed_in') return
  signedOut(queryClient)
  toast.say(t('session_expired'))
  navigate(withNext('/login', window.location.pathname + window.location.search))
}
