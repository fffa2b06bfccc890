import type { ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { PlaceField } from '../places/place-field.tsx'
import type { Filters } from './filters.ts'
import { searchQuery } from '../results/results.api.ts'
import { MaxRateField, SortField } from './refine-fields.tsx'
import { ServiceTypeField } from './search-fields.tsx'
import { useSearchForm } from './use-search-form.ts'

type RefineFormProps = {
  filters: Filters
  searching: boolean
  /** Shows the wanted time, with a way to its fields. */
  renderTime?: (wanted: Filters) => ReactNode
  className: string
}

/** The form that changes ZIP, service type, maximum rate and sort of the results. */
export function RefineForm({ filters, searching, renderTime, className }: RefineFormProps) {
  const { t } = useTranslation(['results', 'find'])
  const { data: found } = useQuery({
    ...searchQuery(useApi(), filters),
    placeholderData: keepPreviousData,
  })
  const { form, zip, when, field } = useSearchForm(filters)
  return (
    <form {...form} role="search" aria-label={t('refine')} className={className}>
      <PlaceField {...zip} label={t('find:zip_code')} placeholder={t('find:zip_placeholder')} />
      <ServiceTypeField
        {...field('service_type')}
        missing={found && !found.post_construction ? 'post_construction' : undefined}
      />
      {renderTime?.(when.filters)}
      <MaxRateField {...field('max_rate')} />
      <SortField {...field('sort_by')} />
      <Button type="submit" busy={searching} className="lg:mt-[1.925rem]">
        {searching ? t('find:searching') : t('find:submit')}
      </Button>
    </form>
  )
}
