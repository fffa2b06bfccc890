import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { RemovableChip } from '#web/ui/chip.tsx'
import { resultsAddress } from './filters.ts'
import type { Filters } from './filters.ts'
import { NO_TIME, OFFER_SWITCHES } from './read-filters.ts'
import { useRatingText } from './refine-fields.tsx'
import { useWhenTexts } from './when-texts.ts'

/**
 * The wanted time, and the filters that have no control here, each with a button that removes it. rule: search-address
 */
export function FilterChips({ filters }: { filters: Filters }) {
  const { t, i18n } = useTranslation(['results', 'search', 'professionals'])
  const ratingText = useRatingText()
  const texts = useWhenTexts()
  const [, navigate] = useLocation()
  const { cleaning_frequency: frequency, min_rating: rating } = filters
  const chips = [
    filters.date && { text: texts.when(filters), without: NO_TIME },
    filters.availability && { text: t('may_be_free_chip'), without: { availability: undefined } },
    filters.instant && { text: t('professionals:instant'), without: { instant: undefined } },
    frequency && {
      text: t(`search:frequencies.${frequency}`),
      without: { cleaning_frequency: '' } as const,
    },
    rating && { text: ratingText(rating), without: { min_rating: '' } },
    filters.speaks && {
      text: t('professionals:speaks', {
        language: spokenLanguage(i18n.language, filters.speaks),
      }),
      without: { speaks: undefined },
    },
    ...OFFER_SWITCHES.map(
      (name) =>
        filters[name] && {
          text: t(name === 'verified' ? 'professionals:checked' : `professionals:${name}`),
          without: { [name]: undefined },
        },
    ),
  ].filter((chip) => !!chip)
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
