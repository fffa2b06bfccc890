import { SORTS } from '#contract/market/search-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import type { Filters } from './filters.ts'
import type { FieldOf } from './search-fields.tsx'

/** The field for the highest rate, in dollars an hour. */
export function MaxRateField({ value, onChange, className }: FieldOf<'max_rate'>) {
  const { t } = useTranslation('results')
  return (
    <TextField
      label={t('max_rate')}
      name="max_rate"
      type="number"
      inputMode="decimal"
      min={1}
      step="any"
      placeholder={t('max_rate_any')}
      value={value}
      className={className ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function SortField({ value, onChange, className }: FieldOf<'sort_by'>) {
  const { t } = useTranslation('results')
  return (
    <SelectField
      label={t('sort_by')}
      name="sort_by"
      value={value}
      className={className ?? ''}
      onChange={({ target }) => onChange(target.value as Filters['sort_by'])}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {t(`sorts.${sort}`)}
        </option>
      ))}
    </SelectField>
  )
}

/** '4.5+ Stars', '5 Stars Only'. rule: search-filters */
export function useRatingText(): (rating: string) => string {
  const { t } = useTranslation('results')
  const format = useFormat()
  return (rating) =>
    rating === '5'
      ? t('five_stars_only')
      : t('stars_and_more', { rating: format.number(Number(rating)) })
}
