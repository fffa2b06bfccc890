import { Suspense } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'
import type { Filters } from './filters.ts'

const WhenFields = lazyPart(() => import('./when-fields.tsx'))

type WhenProps = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

/** The fields for the wanted time. Their code is no part of the first view. rule: search-by-time */
export function When(props: WhenProps) {
  const isHydrated = useHydrated()
  const fields = [1, 2, 3].map((field) => <Skeleton key={field} className="h-[4.675rem]" />)
  return <Suspense fallback={fields}>{isHydrated ? <WhenFields {...props} /> : fields}</Suspense>
}
