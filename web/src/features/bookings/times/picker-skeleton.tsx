import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'

/** The placeholder while the scripts of the free times, or of regular visits, are loading. */
export function PickerSkeleton() {
  return (
    <div aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-52" />
    </div>
  )
}
