import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useDelayed } from '../places/use-delayed.ts'
import { PlaceField } from '../places/place-field.tsx'
import { searchQuery } from '../results/results.api.ts'
import type { Filters } from './filters.ts'
import OfferFields from './offer-fields.tsx'
import { MaxRateField, SortField } from './refine-fields.tsx'
import { ServiceTypeField } from './search-fields.tsx'
import { useSearchForm } from './use-search-form.ts'
import { When } from './when.tsx'

type RefineDialogProps = { filters: Filters; searching: boolean; onClose: () => void }

/**
 * All fields of the search, the time first, above a button that says how many cleaners it will show. A search closes
 * the dialog. rule: search-filters
 */
export default function RefineDialog({ filters, searching, onClose }: RefineDialogProps) {
  const { t } = useTranslation(['results', 'find'])
  const { form, zip, when, field } = useSearchForm(filters, onClose)
  const { found, isCounted } = useFound(when.filters)
  const id = useId()
  const button = searching
    ? t('find:searching')
    : isCounted && found?.total
      ? t('show', { count: found.total })
      : t('find:submit')
  return (
    <Dialog
      title={t('refine')}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} busy={searching} className="w-full">
          {button}
        </Button>
      }
    >
      <form
        {...form}
        id={id}
        role="search"
        aria-label={t('refine')}
        className="flex flex-col gap-4"
      >
        <When {...when} />
        <Suspense fallback={<Skeleton className="h-40" />}>
          <OfferFields {...when} />
        </Suspense>
        <ServiceTypeField
          {...field('service_type')}
          missing={found && !found.post_construction ? 'post_construction' : undefined}
        />
        <MaxRateField {...field('max_rate')} />
        <SortField {...field('sort_by')} />
        <PlaceField {...zip} label={t('find:zip_code')} placeholder={t('find:zip_placeholder')} />
      </form>
    </Dialog>
  )
}

/** While a person types, no search is sent. */
const PAUSE_MS = 400

/** The results of the chosen filters, and whether they are counted: not while a search runs or without a whole ZIP. */
function useFound(chosen: Filters) {
  const filters = useDelayed(chosen, PAUSE_MS)
  const isZip = /^\d{5}$/.test(filters.zip_code)
  const { data: found, isPlaceholderData } = useQuery({
    ...searchQuery(useApi(), { ...filters, page: 1 }),
    enabled: isZip,
    placeholderData: keepPreviousData,
  })
  return { found, isCounted: isZip && filters === chosen && !isPlaceholderData }
}
