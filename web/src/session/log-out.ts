import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { LOGGED_OUT_COOKIE } from '#contract/browser-names.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { clearSignedInUser } from './session.ts'
import { clearUserStorage } from './user-storage.ts'

const SESSION_S = 2_592_000

/**
 * How long logout waits for the server: a user who hands on the device does not wait for the network.
 * rule: logout
 */
const ANSWER_WITHIN_MS = 5_000

/** Logs out and opens the home page, or the login page if the server cannot be reached. rule: view-guards */
export function useLogOutAndNavigate(): () => void {
  const [, navigate] = useLocation()
  const logOut = useLogOut()
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  return () => {
    failure.clear()
    logOut().then(
      // Offline, only the code of the login page is surely cached.
      (outcome) => navigate(outcome === 'ended' ? '/' : '/login'),
      (error: unknown) => failure.show(refusalText(error)),
    )
  }
}

/**
 * Returns a function that ends the session in this browser at once. 'ended': the server has ended it too. 'pending':
 * the server was not reached, and the next request ends it.
 */
function useLogOut(): () => Promise<'ended' | 'pending'> {
  const api = useApi()
  const queryClient = useQueryClient()
  const clearSession = useClearSession()
  return async () => {
    // Requests sent during logout would answer 401, so reads wait until it is done.
    const releaseReads = api.holdReads()
    await queryClient.cancelQueries()
    try {
      await api.call('POST /api/auth/logout', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      clearSession()
      return 'ended'
    } catch (error) {
      if (error instanceof Refusal) throw error
      setLoggedOutCookie()
      clearSession()
      return 'pending'
    } finally {
      releaseReads()
    }
  }
}

/**
 * Returns a function that deletes all data of the user from this browser, once their session has ended.
 * rule: user-storage
 */
export function useClearSession(): () => void {
  const queryClient = useQueryClient()
  return () => {
    clearUserStorage()
    // Logout succeeds even if the browser cannot end its push subscription.
    void import('./clear-device.ts').then(({ clearDevice }) => clearDevice()).catch(() => {})
    clearSignedInUser(queryClient)
  }
}

/**
 * Asks the server to end the session with the next request: no script can delete the session cookie. The cookie lasts
 * as long as a session. Under https its prefix keeps other hosts from setting it.
 */
function setLoggedOutCookie(): void {
  const [prefix, secure] =
    window.location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${LOGGED_OUT_COOKIE}=1; Path=/; Max-Age=${SESSION_S}; SameSite=Lax${secure}`
}
