import { Suspense } from 'react'
import type { FreeStripProps } from '#web/features/bookings/times/free-strip.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'

const FreeStrip = lazyPart(() => import('#web/features/bookings/times/free-strip.tsx'))

/**
 * The next free times of a professional who has stated their hours. They come after the first paint, into a place that
 * is reserved. rule: profile-times, layout-stability
 */
export function NextFree(props: FreeStripProps) {
  const { t } = useTranslation('public_profile')
  if (!props.professional.times_stated) return null
  return (
    <section aria-labelledby="next-free" className="@container">
      <div className="grid min-h-74 grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-3 @2xl:min-h-55">
        <h2 id="next-free" className="text-xl">
          {t('next_free')}
        </h2>
        <HydratedOnly>
          <Suspense>
            <FreeStrip {...props} />
          </Suspense>
        </HydratedOnly>
      </div>
    </section>
  )
}
