import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of the ledger to come: the balance, then what came and went. */
export function LedgerPending() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-9 w-52" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-24" />
        <RowsSkeleton count={4} />
      </div>
    </div>
  )
}

/** The shape of the payments to come: a year's sum, then each of them. */
export function HistoryPending() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-24 w-40 rounded-lg" />
      </div>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-32" />
        <RowsSkeleton count={4} />
      </div>
    </div>
  )
}
