import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { PlaceField } from '#web/features/locations/place-field.tsx'
import { NO_FILTERS } from '#web/features/search/filters.ts'
import { ServiceTypeField } from '#web/features/search/search-fields.tsx'
import { useServiceTypesLog } from '#web/features/search/service-types-log.ts'
import { useSearchForm } from '#web/features/search/use-search-form.ts'

/** The search on the home view. It works as a plain form before hydration too. rule: home-first-view */
export function SearchBox() {
  const { t } = useTranslation('search')
  useServiceTypesLog()
  const { form, zip, field } = useSearchForm(NO_FILTERS)
  return (
    <form
      {...form}
      role="search"
      className="grid gap-4 rounded-lg border border-line bg-raised p-4 text-ink shadow-float md:grid-cols-[1fr_1fr_auto] md:items-start md:p-5"
    >
      <PlaceField {...zip} label={t('zip_code')} placeholder={t('zip_placeholder')} />
      <ServiceTypeField {...field('service_type')} />
      <Button type="submit" className="md:mt-[1.925rem]">
        {t('submit')}
      </Button>
    </form>
  )
}
