import { Skeleton } from './skeleton.tsx'

/** The skeleton of a list: rows with two lines and a control at the right. */
export function RowsSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy="true" className="card w-full divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex items-center justify-between gap-4 p-4">
          <div className="flex grow flex-col gap-2">
            <Skeleton className="h-5 w-3/5 max-w-60" />
            <Skeleton className="h-4 w-4/5 max-w-80" />
          </div>
          <Skeleton className="h-9 w-16 shrink-0" />
        </div>
      ))}
    </div>
  )
}
