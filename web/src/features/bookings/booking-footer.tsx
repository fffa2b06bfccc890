import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'

/** The last line of a booking: its details, folded, and beside them what its reader may do. */
export function BookingFooter({ facts, actions }: { facts: ReactNode; actions: ReactNode }) {
  const { t } = useTranslation('bookings')
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
      <details className="group min-w-0 grow open:basis-full">
        <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-medium text-action">
          {t('details')}
          <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        {facts}
      </details>
      {actions}
    </div>
  )
}
