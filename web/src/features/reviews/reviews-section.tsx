import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Review } from '#contract/professionals.ts'
import { useFormat } from '#web/i18n/format.ts'
import { StarRow } from '#web/ui/stars.tsx'
import { Distribution } from './distribution.tsx'
import { ReviewItem } from './review-item.tsx'

type ReviewsProps = {
  /** Whom the reviews are of, and who answers them. */
  name: string
  rating: number
  /** Those that count (decision 30). */
  count: number
  reviews: Review[]
  /** From one star to five. */
  distribution: number[] | undefined
  /** What the reader may do here. */
  children?: ReactNode
}

/** What clients say: the count, how it spreads, and a list that scrolls (client spec 2.8). */
export function ReviewsSection({
  name,
  rating,
  count,
  reviews,
  distribution,
  children,
}: ReviewsProps) {
  const { t } = useTranslation(['reviews', 'app'])
  const format = useFormat()
  const ordered = [
    ...reviews.filter((review) => review.verified_hire),
    ...reviews.filter((review) => !review.verified_hire),
  ]
  const someUncounted = reviews.some((review) => !review.verified_hire)
  return (
    <section aria-labelledby="reviews" className="flex flex-col gap-5">
      <h2 id="reviews" className="flex flex-wrap items-baseline gap-x-3 text-2xl">
        {t('title')}
        <span className="tabular font-text text-base font-normal text-soft">
          {t('count', { count })}
        </span>
      </h2>
      {count > 0 && (
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-10">
          <div className="flex items-center gap-3 sm:flex-col sm:items-start sm:gap-1">
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
      {children}
      {ordered.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <div
          role="group"
          aria-labelledby="reviews"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard too
          tabIndex={0}
          className="max-h-[24rem] overflow-y-auto overscroll-auto rounded-lg border border-line bg-surface px-5"
        >
          <ul className="divide-y divide-line">
            {ordered.map((review) => (
              <ReviewItem
                key={`${review.created_at} ${review.reviewerName} ${review.title}`}
                review={review}
                answeredBy={name}
              />
            ))}
          </ul>
        </div>
      )}
      {someUncounted && <p className="text-sm text-soft">{t('uncounted')}</p>}
    </section>
  )
}
