import { useQueryClient } from '@tanstack/react-query'
import { useApi } from './context.tsx'
import { forgetKept } from './kept.ts'
import { signedOut } from './session.ts'

/** `await logOut()` ends the session, here and on the server. */
export function useLogOut(): () => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  const forget = useForget()
  return async () => {
    // What she reads meanwhile would be refused as a stranger's.
    const readAgain = api.holdReads()
    await queryClient.cancelQueries()
    try {
      await api.call('POST /api/auth/logout')
      forget()
    } finally {
      readAgain()
    }
  }
}

/** Once her session has ended on the server, nothing of hers is left in this browser. */
export function useForget(): () => void {
  const queryClient = useQueryClient()
  return () => {
    forgetKept()
    // Logged out is logged out, also where the browser does not answer.
    void import('./forget-device.ts').then(({ forgetDevice }) => forgetDevice()).catch(() => {})
    signedOut(queryClient)
  }
}
