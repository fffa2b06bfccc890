import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { SHAPE } from './photo-strip.tsx'

const CARDS = [1, 2, 3, 4, 5, 6]

/** The placeholder of the results while they load: each line as high as that of a card. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 md:grid-cols-2 md:gap-6 xl:grid-cols-3">
      {CARDS.map((card) => (
        <div key={card} className="card overflow-hidden">
          <Skeleton className={classNames(SHAPE, 'rounded-none')} />
          <div className="flex flex-col gap-1.5 p-3">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="mt-1 h-7 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
