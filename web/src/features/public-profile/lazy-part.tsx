import { Suspense } from 'react'
import type { Profile } from '#web/features/professionals/professionals.api.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { HydratedOnly } from '#web/ui/use-hydrated.ts'

const LazyParts = lazyPart(() => import('./lazy-parts.tsx'))

export type LazyPartProps = {
  part: 'offer' | 'pairs' | 'reliability'
  professional: Profile['professional']
  onClose?: () => void
}

export const LazyPart = (props: LazyPartProps) => (
  <HydratedOnly>
    <Suspense>
      <LazyParts {...props} />
    </Suspense>
  </HydratedOnly>
)
