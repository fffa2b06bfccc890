import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { LocationSuggestion } from '#contract/locations.ts'
import { LOCATION_QUERY_LENGTH_MIN, LOCATION_SEARCH_DELAY_MS } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { suggestionsQuery } from '#web/features/locations/locations.api.ts'
import { useDelayed } from '#web/features/locations/use-delayed.ts'

/** The places that begin with the typed text, and the status line when there are none. rule: area-search */
export function useAreaSearch(typed: string) {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  const text = typed.trim()
  const delayed = useDelayed(text, LOCATION_SEARCH_DELAY_MS)
  const { data = [], error } = useQuery(suggestionsQuery(useApi(), delayed))
  const short = text.length < LOCATION_QUERY_LENGTH_MIN
  const found = short || delayed !== text ? [] : data
  const labels = new Map(found.map((place) => [areaOf(place), place.label]))

  const status = () => {
    if (short) return t('areas.too_short')
    if (delayed !== text) return t('areas.searching')
    if (error) return refusalText(error)
    return found.length === 0 ? t('areas.none') : ''
  }
  return {
    places: [...labels.keys()],
    labelOf: (area: string) => labels.get(area) ?? area,
    status: status(),
  }
}

/** The stored form of a place: a ZIP as its digits, a city with its state. */
const areaOf = ({ kind, zip, label }: LocationSuggestion) => (kind === 'zip' ? zip : label)
