import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { LOGGED_OUT_COOKIE } from '#contract/product.ts'
import { Refusal } from '#web/api/client.ts'
import { clearUserStorage } from './user-storage.ts'
import { clearSignedInUser } from './session.ts'

const DAYS_30_S = 2_592_000

/** How long the server is waited for: whoever hands her phone on does not wait for a network. */
const ANSWER_WITHIN_MS = 5_000

/**
 * `await logOut()` ends the session, here at once and on the server as soon as it is reached; answers whether it was. Until then no
 * request of this browser is hers.
 */
export function useLogOut(): () => Promise<'ended' | 'left'> {
  const api = useApi()
  const queryClient = useQueryClient()
  const forget = useClearSession()
  return async () => {
    // What she reads meanwhile would be refused as a stranger's.
    const readAgain = api.holdReads()
    await queryClient.cancelQueries()
    try {
      await api.call('POST /api/auth/logout', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      forget()
      return 'ended'
    } catch (error) {
      if (error instanceof Refusal) throw error
      leaveWord()
      forget()
      return 'left'
    } finally {
      readAgain()
    }
  }
}

/** Once her session has ended on the server, nothing of hers is left in this browser. */
export function useClearSession(): () => void {
  const queryClient = useQueryClient()
  return () => {
    clearUserStorage()
    // Logged out is logged out, also where the browser does not answer.
    void import('./clear-device.ts').then(({ clearDevice }) => clearDevice()).catch(() => {})
    clearSignedInUser(queryClient)
  }
}

/**
 * The first request that reaches the server ends the session, whose own cookie no script can reach. It is remembered as long as that is;
 * under https no other host can leave it.
 */
function leaveWord(): void {
  const [prefix, secure] =
    window.location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${LOGGED_OUT_COOKIE}=1; Path=/; Max-Age=${DAYS_30_S}; SameSite=Lax${secure}`
}
