import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { RefusalCode } from '#contract/refusals.ts'
import {
  DEFAULT_REVIEW_RATING,
  REVIEW_COMMENT_LENGTH_MAX,
  REVIEW_TITLE_LENGTH_MAX,
} from '#contract/market/review-rules.ts'
import { REVIEW_TAGS } from '#contract/market/review-tags.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import type { ReviewFields } from './review-fields.ts'
import { ReviewPhotosField } from './review-photos-field.tsx'
import type { ComponentProps } from 'react'
import { Star } from '#web/ui/stars.tsx'

type ReviewInputsProps = {
  form: Pick<UseFormReturn<ReviewFields>, 'register' | 'control' | 'formState' | 'setValue'>
  /** After a change that is none of an input: a photo, or a tap on the stars that are the default. */
  onSet?: () => void
}

/** Stars, texts, answers and photos of a review. rule: review-fields */
export function ReviewInputs({
  form: { register, control, formState, setValue },
  onSet,
}: ReviewInputsProps) {
  const { t } = useTranslation(['review_forms', 'errors'])
  const rating = Number(useWatch({ control, name: 'rating' }))
  const isRated = useWatch({ control, name: 'is_rated' }) || rating !== DEFAULT_REVIEW_RATING
  const photos = useWatch({ control, name: 'photos' }) ?? []
  const required = (code: RefusalCode) => ({
    validate: (value: string) => value.trim() !== '' || t(`errors:${code}`),
  })
  return (
    <>
      <StarsField
        rating={rating}
        isRated={isRated}
        {...register('rating')}
        onClick={() => {
          setValue('is_rated', true)
          onSet?.()
        }}
      />
      <TextField
        label={t('write.headline')}
        required
        maxLength={REVIEW_TITLE_LENGTH_MAX}
        error={formState.errors.title?.message}
        {...register('title', required('review_title_required'))}
      />
      <TextareaField
        label={t('write.comment')}
        help={t('write.help')}
        required
        maxLength={REVIEW_COMMENT_LENGTH_MAX}
        error={formState.errors.comment?.message}
        {...register('comment', required('review_comment_required'))}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] items-end gap-4">
        {REVIEW_TAGS.map((tag) => (
          <SelectField key={tag} label={t(`write.tags.${tag}`)} {...register(tag)}>
            <option value="">{t('note.unanswered')}</option>
            <option value="yes">{t('note.yes')}</option>
            <option value="no">{t('note.no')}</option>
          </SelectField>
        ))}
      </div>
      <ReviewPhotosField
        photos={photos}
        onChange={(changed) => {
          setValue('photos', changed)
          onSet?.()
        }}
      />
    </>
  )
}

const CHOICES = [1, 2, 3, 4, 5]

type StarsFieldProps = { rating: number; isRated: boolean } & ComponentProps<'input'>

/**
 * Radio buttons for one to five stars; `rating` is the current choice. Until the writer has touched them the stars are
 * drawn empty, and a text says what is sent. Other props go to the inputs. rule: review-fields
 */
function StarsField({ rating, isRated, ...input }: StarsFieldProps) {
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
