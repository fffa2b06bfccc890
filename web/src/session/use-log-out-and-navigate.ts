import { useLocation } from 'wouter'
import { toast } from '#web/ui/toast-store.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useLogOut } from './log-out.ts'

/** What Logout does: the session ends and the home page opens, the login where nobody is reached; or it says why not. */
export function useLogOutAndNavigate(): () => void {
  const [, navigate] = useLocation()
  const logOut = useLogOut()
  const refusalText = useRefusalText()
  return () => {
    logOut().then(
      // Without a server the screen that the next person needs is surely here.
      (outcome) => navigate(outcome === 'ended' ? '/' : '/login'),
      (error: unknown) => toast.problem(refusalText(error)),
    )
  }
}
