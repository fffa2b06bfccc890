import { FREQUENCIES } from '#contract/product.ts'
import { MIN_RATINGS } from '#contract/market/search-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import type { Filters } from './filters.ts'
import { useRatingText } from './refine-fields.tsx'
import type { FieldOf } from './search-fields.tsx'

export function FrequencyField({ value, onChange, className }: FieldOf<'cleaning_frequency'>) {
  const { t } = useTranslation(['search', 'marketplace'])
  return (
    <SelectField
      label={t('marketplace:cleaning_frequency')}
      name="cleaning_frequency"
      value={value}
      className={className ?? ''}
      onChange={({ target }) => onChange(target.value as Filters['cleaning_frequency'])}
    >
      <option value="">{t('marketplace:any_frequency')}</option>
      {FREQUENCIES.map((frequency) => (
        <option key={frequency} value={frequency}>
          {t(`frequencies.${frequency}`)}
        </option>
      ))}
    </SelectField>
  )
}

export function MinRatingField({ value, onChange, className }: FieldOf<'min_rating'>) {
  const { t } = useTranslation(['search', 'marketplace'])
  const ratingText = useRatingText()
  return (
    <SelectField
      label={t('marketplace:min_rating')}
      name="min_rating"
      value={value}
      className={className ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('marketplace:any_rating')}</option>
      {MIN_RATINGS.map((rating) => (
        <option key={rating} value={rating}>
          {ratingText(String(rating))}
        </option>
      ))}
    </SelectField>
  )
}
