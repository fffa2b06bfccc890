import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { AuthColumns } from './auth-frame.tsx'

/** The account screens' shape while their code is on its way. */
export function AuthPending() {
  return (
    <AuthColumns busy>
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </AuthColumns>
  )
}
