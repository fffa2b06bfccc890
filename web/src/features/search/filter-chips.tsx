import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { RemovableChip } from '#web/ui/chip.tsx'
import { resultsAddress } from './filters.ts'
import type { Filters } from './filters.ts'
import { useRatingText } from './refine-fields.tsx'

/** The filters that have no control on this screen, each with a button that removes it. rule: search-chips */
export function FilterChips({ filters }: { filters: Filters }) {
  const { t } = useTranslation('search')
  const ratingText = useRatingText()
  const [, navigate] = useLocation()
  const { cleaning_frequency: frequency, min_rating: rating } = filters
  const chips = [
    frequency && {
      text: t(`frequencies.${frequency}`),
      without: { cleaning_frequency: '' } as const,
    },
    rating && { text: ratingText(rating), without: { min_rating: '' } },
  ].filter((chip) => chip !== '')
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('active_filters')} className="flex flex-wrap gap-2">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <RemovableChip
            removeLabel={t('remove', { filter: text })}
            onRemove={() => navigate(resultsAddress({ ...filters, ...without, page: 1 }))}
          >
            {text}
          </RemovableChip>
        </li>
      ))}
    </ul>
  )
}
