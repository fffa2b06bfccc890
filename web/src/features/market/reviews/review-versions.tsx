import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ReviewVersion } from '#contract/market/reviews.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { StarRow } from '#web/ui/stars.tsx'
import { useReviewDate } from './review-date.ts'
import { ReviewTags } from './review-tags.tsx'

/** Opens what a review said before its edit, for its two sides. rule: review-edit */
export function ReviewVersions({ id }: { id: string }) {
  const { t } = useTranslation('review_forms')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="link" className="self-start px-0!" onClick={() => setOpen(true)}>
        {t('versions.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <VersionsDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function VersionsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('review_forms')
  const api = useApi()
  const query = useQuery({
    queryKey: ['reviews', 'versions', id],
    queryFn: ({ signal }) => api.call('GET /api/reviews/{id}/versions', { params: { id }, signal }),
    meta: { refreshedBy: ['reviews'] },
  })
  return (
    <Dialog title={t('versions.title')} onClose={onClose}>
      <QueryState query={query} failed={t('versions.failed')} pending={<RowsSkeleton count={2} />}>
        {({ versions }) => (
          <ol className="divide-y divide-line">
            {versions.map((version) => (
              <Version key={version.written_at} version={version} />
            ))}
          </ol>
        )}
      </QueryState>
    </Dialog>
  )
}

function Version({ version }: { version: ReviewVersion }) {
  const { t } = useTranslation('reviews')
  const reviewDate = useReviewDate()
  const { rating, title, comment, tags, written_at } = version
  return (
    <li className="flex flex-col gap-1.5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={rating} label={t('rated', { count: rating })} />
        <strong className="font-semibold wrap-anywhere">{title}</strong>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      <ReviewTags tags={tags} />
      <time dateTime={written_at} className="text-sm text-soft">
        {reviewDate(written_at)}
      </time>
    </li>
  )
}
