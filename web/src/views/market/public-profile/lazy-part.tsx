import { Suspense } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import type { LazyPartProps } from './lazy-parts.tsx'

const LazyParts = lazyPart(() => import('./lazy-parts.tsx'))

export const LazyPart = (props: LazyPartProps) => (
  <HydratedOnly>
    <Suspense>
      <LazyParts {...props} />
    </Suspense>
  </HydratedOnly>
)
