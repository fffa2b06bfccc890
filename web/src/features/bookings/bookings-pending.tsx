import { LoadingStatus, Skeleton } from '#web/ui/skeleton.tsx'

/** Bookings to come, in their shape. */
export function BookingsPending() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}
