import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Filters } from './filters.ts'

const WhenFields = lazyPart(() => import('./when-fields.tsx'))

type WhenProps = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

/** The fields for the wanted time. Their code is no part of the first view. rule: search-when */
export function When(props: WhenProps) {
  return (
    <Suspense
      fallback={[1, 2, 3].map((field) => (
        <Skeleton key={field} className="h-19.5" />
      ))}
    >
      <WhenFields {...props} />
    </Suspense>
  )
}
