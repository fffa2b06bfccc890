import { Suspense, useState, useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FilterIcon } from '#web/ui/pictures/icons-public.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import type { Filters } from './filters.ts'
import { RefineForm } from './refine-form.tsx'
import { useWhenTexts } from './when-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { serviceTypesQuery } from './search.api.ts'

const RefineDialog = lazyPart(() => import('./refine-dialog.tsx'))

/**
 * The refine form above the results: a row of fields, on a phone one line that opens them in a dialog. There, a screen
 * without a ZIP has the fields itself.
 */
export function RefineBar({ filters, searching }: { filters: Filters; searching: boolean }) {
  const { t } = useTranslation(['results', 'find', 'search'])
  const format = useFormat()
  const texts = useWhenTexts()
  const [open, setOpen] = useState(false)
  useServiceTypesAlert()
  const summary = [
    filters.zip_code,
    filters.service_type
      ? t(`search:service_types.${filters.service_type}`)
      : t('find:all_services'),
    filters.date && texts.when(filters),
    filters.max_rate && t('up_to', { rate: format.money(Number(filters.max_rate)) }),
    t(`sorts.${filters.sort_by}`),
  ].filter(Boolean)

  return (
    <div
      className={classNames(
        'sticky top-0 z-20 border-b border-line bg-paper',
        !filters.zip_code && 'max-lg:hidden',
      )}
    >
      <div className="mx-auto w-full max-w-page px-4 py-3 md:px-8">
        <button
          type="button"
          className="flex min-h-12 w-full items-center gap-3 rounded-md border border-edge bg-surface px-4 text-left lg:hidden"
          onClick={() => setOpen(true)}
        >
          <span className="min-w-0 grow truncate max-md:text-sm">{summary.join(' · ')}</span>
          <span className="flex shrink-0 items-center gap-1.5 font-semibold text-action">
            <FilterIcon />
            {t('refine_short')}
          </span>
        </button>
        <RefineForm
          filters={filters}
          searching={searching}
          renderTime={(wanted) => <WhenButton filters={wanted} onOpen={() => setOpen(true)} />}
          className="hidden grid-cols-[1.1fr_1.2fr_1.4fr_1fr_1.1fr_auto] items-start gap-4 lg:grid"
        />
      </div>
      {open && (
        <Suspense>
          <RefineDialog filters={filters} searching={searching} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Shows the wanted time and opens the fields, also those of the offer. rule: search-filters */
function WhenButton({ filters, onOpen }: { filters: Filters; onOpen: () => void }) {
  const { t } = useTranslation(['results', 'search'])
  const texts = useWhenTexts()
  return (
    <div>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t('when')}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-h-11 w-full items-center gap-3 rounded-md border border-edge bg-surface px-4 text-left"
      >
        <span className="min-w-0 grow truncate">
          <span className="sr-only">
            {t('refine_short')}, {t('when')}:{' '}
          </span>
          {filters.date ? texts.when(filters) : t('any_time')}
        </span>
        <FilterIcon />
      </button>
    </div>
  )
}

/** Shows an alert on the results when the service types could not be loaded. rule: service-types */
function useServiceTypesAlert(): void {
  const { t } = useTranslation('find')
  const { isError } = useQuery(serviceTypesQuery(useApi()))
  const failure = useFailureToast()
  useEffect(() => {
    if (isError) failure.show(t('service_types_failed'))
    else failure.clear()
  }, [isError, failure, t])
}
