import { Suspense } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Filters } from './filters.ts'
import OfferFields from './offer-fields.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { RefineForm } from './refine-form.tsx'
import { When } from './when.tsx'

type RefineDialogProps = { filters: Filters; searching: boolean; onClose: () => void }

/** The refine form with the fields for the time and the offer. A search closes it. */
export default function RefineDialog({ filters, searching, onClose }: RefineDialogProps) {
  const { t } = useTranslation('results')
  return (
    <Dialog title={t('refine')} onClose={onClose}>
      <RefineForm
        filters={filters}
        searching={searching}
        onSearch={onClose}
        renderTime={(when) => (
          <>
            <When {...when} />
            <Suspense fallback={<Skeleton className="h-40" />}>
              <OfferFields {...when} />
            </Suspense>
          </>
        )}
        className="flex flex-col gap-4"
      />
    </Dialog>
  )
}
