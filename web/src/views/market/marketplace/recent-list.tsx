import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { resultsAddress } from '#web/features/market/search/filters.ts'
import type { Filters } from '#web/features/market/search/filters.ts'
import { useRatingText } from '#web/features/market/search/refine-fields.tsx'

/** The client's latest searches; each is a link that runs it again. rule: marketplace-panel */
export function RecentList({ searches, onDelete }: { searches: Filters[]; onDelete: () => void }) {
  const { t } = useTranslation('marketplace')
  const describe = useSearchDescription()
  return (
    <section className="flex flex-col gap-3">
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-xl">{t('recent.title')}</h2>
        <Button look="link" className="-mr-5" onClick={onDelete}>
          {t('recent.clear')}
        </Button>
      </header>
      <ul className="flex flex-col gap-2">
        {searches.map((search) => (
          <li key={resultsAddress(search)}>
            <Link
              href={resultsAddress(search)}
              className="card flex min-h-14 items-center gap-3 px-4 py-2 hover:border-action"
            >
              <strong className="tabular shrink-0 font-semibold">{search.zip_code}</strong>
              <span className="min-w-0 break-words text-soft">{describe(search)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSearchDescription(): (search: Filters) => string {
  const { t } = useTranslation(['search', 'find', 'results'])
  const format = useFormat()
  const ratingText = useRatingText()
  return ({ service_type, cleaning_frequency, max_rate, min_rating }) =>
    [
      service_type ? t(`service_types.${service_type}`) : t('find:all_services'),
      cleaning_frequency && t(`frequencies.${cleaning_frequency}`),
      max_rate && t('results:up_to', { rate: format.money(Number(max_rate)) }),
      min_rating && ratingText(min_rating),
    ]
      .filter(Boolean)
      .join(' · ')
}
