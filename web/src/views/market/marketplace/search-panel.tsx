import { useTranslation } from '#web/i18n/use-translation.ts'
import { QUICK_FILTERS } from '#contract/market/search-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { PlaceField } from '#web/features/market/places/place-field.tsx'
import { NO_FILTERS } from '#web/features/market/search/filters.ts'
import type { Filters } from '#web/features/market/search/filters.ts'
import { FrequencyField, MinRatingField } from '#web/features/market/search/all-fields.tsx'
import OfferFields from '#web/features/market/search/offer-fields.tsx'
import { MaxRateField, SortField } from '#web/features/market/search/refine-fields.tsx'
import { ServiceTypeField } from '#web/features/market/search/search-fields.tsx'
import { useServiceTypesLog } from '#web/features/market/results/service-types-log.ts'
import { useSearchForm } from '#web/features/market/search/use-search-form.ts'
import { When } from '#web/features/market/search/when.tsx'

/** All filters of the search and two quick filters. rule: marketplace-panel */
export function SearchPanel({ onSearch }: { onSearch: (filters: Filters) => void }) {
  const { t } = useTranslation(['marketplace', 'find'])
  useServiceTypesLog()
  const { form, zip, when, field, search } = useSearchForm(NO_FILTERS, onSearch)
  return (
    <form {...form} role="search" className="flex flex-col gap-5">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <PlaceField {...zip} label={t('find:zip_code')} placeholder={t('find:zip_placeholder')} />
        <ServiceTypeField {...field('service_type')} />
        <FrequencyField {...field('cleaning_frequency')} />
        <When {...when} />
        <MaxRateField {...field('max_rate')} />
        <MinRatingField {...field('min_rating')} />
        <SortField {...field('sort_by')} />
        <OfferFields {...when} />
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:contents">
        {/* On a phone it stays in view, because the panel is longer than the window. */}
        <div className="max-sm:sticky max-sm:bottom-(--tabs) max-sm:z-10 max-sm:-mx-4 max-sm:bg-surface max-sm:px-4 max-sm:py-3">
          <Button type="submit" className="max-sm:w-full sm:min-w-40">
            {t('find:submit')}
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <span className="text-sm text-soft max-sm:w-full">{t('quick.label')}</span>
          <Button
            look="quiet"
            className="max-sm:grow max-sm:px-3"
            onClick={() => void search(QUICK_FILTERS.deepClean)}
          >
            {t('quick.deep_clean')}
          </Button>
          <Button
            look="quiet"
            className="max-sm:grow max-sm:px-3"
            onClick={() => void search(QUICK_FILTERS.weeklyService)}
          >
            {t('quick.weekly_service')}
          </Button>
        </div>
      </div>
    </form>
  )
}
