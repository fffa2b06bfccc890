import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { RefusalCode } from '#contract/refusals.ts'
import {
  DEFAULT_REVIEW_RATING,
  REVIEW_COMMENT_LENGTH_MAX,
  REVIEW_TITLE_LENGTH_MAX,
} from '#contract/review-rules.ts'
import { REVIEW_TAGS } from '#contract/review-tags.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import type { ReviewFields } from './review-fields.ts'
import { ReviewPhotosField } from './review-photos-field.tsx'
import { StarsField } from './stars-field.tsx'

type ReviewInputsProps = {
  form: Pick<UseFormReturn<ReviewFields>, 'register' | 'control' | 'formState' | 'setValue'>
  /** After a change that is none of an input: a photo, or a tap on the stars that are the default. */
  onSet?: () => void
}

/** Stars, texts, answers and photos of a review. rule: review-fields, review-tags, review-photos */
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
