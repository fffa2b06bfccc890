import { lazy, Suspense } from 'react'
import type { ReviewPhoto } from '#contract/market/professionals.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'

const ReviewPhotoList = lazy(() => importWithRetries(() => import('./review-photo-list.tsx')))

export type ReviewPhotosProps = {
  photos: readonly ReviewPhoto[] | undefined
  /** The client's. */
  name: string
}

/** The photos of a review, if it has any. Few have: their code is no part of the first view. rule: review-fields */
export function ReviewPhotos({ photos, name }: ReviewPhotosProps) {
  if (!photos?.length) return null
  return (
    <div className="min-h-20">
      <HydratedOnly>
        <Suspense>
          <ReviewPhotoList photos={photos} name={name} />
        </Suspense>
      </HydratedOnly>
    </div>
  )
}
