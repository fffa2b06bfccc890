import type { ComponentProps } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Star } from '#web/ui/stars.tsx'

const CHOICES = [1, 2, 3, 4, 5]

/** Radio buttons for one to five stars; `rating` is the current choice. Other props go to the inputs. */
export function StarsField({ rating, ...input }: { rating: number } & ComponentProps<'input'>) {
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
            <Star filled={stars <= rating} />
            <span className="sr-only">{t('reviews:stars', { count: stars })}</span>
          </label>
        ))}
        <span aria-hidden="true" className="tabular px-1.5 text-soft">
          {t('reviews:rated', { count: rating })}
        </span>
      </div>
    </fieldset>
  )
}
