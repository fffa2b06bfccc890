import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ReviewFacts as Facts } from '#contract/market/professionals.ts'
import type { ShownReview } from '../professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { StarRow } from '#web/ui/stars.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import { ReviewFacts } from './review-tags.tsx'
import { marked, ReviewList, Uncounted } from './review-list.tsx'

const AllReviews = lazyPart(() => import('./all-reviews.tsx'))
/** How many reviews the page itself has. */
const SHOWN = 3

type ReviewsProps = {
  /** The professional's first name. */
  name: string
  rating: number
  /** The number of reviews that count. rule: review-counts */
  count: number
  reviews: ShownReview[]
  /** The number of reviews for one star to five. */
  distribution: number[] | undefined
  facts?: Facts | null | undefined
  /** The actions of the reader: write a review. */
  children?: ReactNode
  /** The reader is signed in: reviews can be reported, but not their own one. */
  mayReport?: boolean
  ownReviewId?: string | undefined
}

/**
 * The reviews of a profile: count, distribution, the newest three and the reader's own, and a sheet with all.
 * rule: review-order
 */
export function ReviewsSection({
  name,
  rating,
  count,
  reviews,
  distribution,
  facts,
  children,
  mayReport = false,
  ownReviewId,
}: ReviewsProps) {
  const { t } = useTranslation(['reviews', 'app'])
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const all = marked(reviews)
  const isOwn = ({ id }: ShownReview) => id !== undefined && id === ownReviewId
  const shown = all.filter(({ review }, place) => place < SHOWN || isOwn(review))
  const list = { name, mayReport, ownReviewId }
  return (
    <section aria-labelledby="reviews" className="flex flex-col gap-3 md:gap-5">
      <h2 id="reviews" className="flex flex-wrap items-baseline gap-x-3 text-2xl">
        {t('title')}
        <span className="tabular font-text text-base font-normal text-soft">
          {t('count', { count })}
        </span>
      </h2>
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-10">
          <div className="flex flex-col gap-1">
            <span className="tabular font-display text-4xl font-bold" aria-hidden="true">
              {format.rating(rating)}
            </span>
            <StarRow
              rating={rating}
              label={t('app:stars.rating', { rating: format.rating(rating), count })}
            />
          </div>
          {distribution && <Distribution counts={distribution} />}
        </div>
      )}
      {facts && <ReviewFacts facts={facts} />}
      {children}
      {reviews.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <div
          role="group"
          aria-labelledby="reviews"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
          tabIndex={0}
          className="scroll-fade max-h-52 overscroll-auto md:max-h-96 rounded-lg border border-line bg-surface px-5"
        >
          <ReviewList {...list} reviews={shown} />
        </div>
      )}
      {all.length > shown.length ? (
        <Button look="quiet" className="self-start" onClick={() => setOpen(true)}>
          {t('show_all', { count: reviews.length })}
        </Button>
      ) : (
        <Uncounted reviews={reviews} />
      )}
      <HydratedOnly>
        <Suspense>
          {isOpen && <AllReviews {...list} reviews={all} onClose={() => setOpen(false)} />}
        </Suspense>
      </HydratedOnly>
    </section>
  )
}

/** Bars with the number of reviews for each rating. `counts` goes from one star to five; five stars are shown first. */
function Distribution({ counts }: { counts: number[] }) {
  const { t } = useTranslation('reviews')
  const format = useFormat()
  const most = Math.max(...counts, 1)
  return (
    <ul
      aria-label={t('distribution')}
      className="flex min-w-0 max-w-100 grow basis-48 flex-col md:gap-1"
    >
      {counts
        .map((count, index) => ({ count, stars: index + 1 }))
        .toReversed()
        .map(({ count, stars }) => (
          <li key={stars} className="tabular flex items-center gap-3 text-sm">
            <span className="w-20 shrink-0 text-soft">{t('stars', { count: stars })}</span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2 min-w-0 grow rounded-full bg-mint"
            >
              <rect width={(count / most) * 100} height="8" className="fill-action" />
            </svg>
            <span className="w-10 shrink-0 text-right">{format.number(count)}</span>
          </li>
        ))}
    </ul>
  )
}
