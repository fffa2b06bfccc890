import { Skeleton } from '../../ui/skeleton.tsx'

/** The account screens' shape while their code is on its way. */
export function AuthPending() {
  return (
    <div className="grid grow lg:grid-cols-2" aria-busy="true">
      <div className="mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-8 md:py-14 lg:justify-center">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
      <div className="pane hidden lg:block" />
    </div>
  )
}
