import type { ComponentProps } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Star } from '#web/ui/stars.tsx'

const CHOICES = [1, 2, 3, 4, 5]

type StarsFieldProps = { rating: number; isRated: boolean } & ComponentProps<'input'>

/**
 * Radio buttons for one to five stars; `rating` is the current choice. Until the writer has touched them the stars are
 * drawn empty, and a text says what is sent. Other props go to the inputs. rule: review-fields
 */
export function StarsField({ rating, isRated, ...input }: StarsFieldProps) {
  const { t } = useTranslation(['review_forms', 'reviews'])
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('write.rating')}</legend>
      <div className="-ml-1.5 flex flex-wrap items-center">
        {CHOICES.map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-md hover:bg-mint has-focus-visible:outline-3 has-focus-visible:outline-offset-0 has-focus-visible:outline-action"
          >
            <input type="radio" {...input} value={stars} className="sr-only" />
            <Star filled={isRated && stars <= rating} />
            <span className="sr-only">{t('reviews:stars', { count: stars })}</span>
          </label>
        ))}
        <span aria-hidden="true" className="tabular px-1.5 text-soft">
          {isRated ? t('reviews:rated', { count: rating }) : t('write.unrated', { stars: rating })}
        </span>
      </div>
    </fieldset>
  )
}
