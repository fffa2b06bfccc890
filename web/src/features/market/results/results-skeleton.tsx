import { Skeleton } from '#web/ui/states/skeleton.tsx'

const CARDS = [1, 2, 3, 4, 5, 6]

/** The placeholder of the results while they load. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      {CARDS.map((card) => (
        <div key={card} className="card overflow-hidden">
          <Skeleton className="aspect-2/1 rounded-none" />
          <div className="flex flex-col gap-3 p-5">
            <div className="flex items-center gap-3">
              <Skeleton className="size-16 shrink-0 rounded-full" />
              <Skeleton className="h-9 grow" />
            </div>
            <div className="flex flex-col gap-1.5">
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="h-8 w-1/2" />
            </div>
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-9 w-5/6" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
