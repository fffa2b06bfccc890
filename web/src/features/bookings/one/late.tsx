import type { ReactNode } from 'react'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'

const HOUR_MS = 3_600_000

export type CancellableVisit = { status: BookingStatus; starts_at: string; notice_hours: number }

/** Whether cancelling this visit now would be late. rule: cancellation */
export function isLateNow({ status, starts_at, notice_hours }: CancellableVisit): boolean {
  return status === 'accepted' && Date.parse(starts_at) - Date.now() < notice_hours * HOUR_MS
}

/** Says beforehand that a step counts as a late cancellation. `children` names the visit. rule: cancellation */
export function LateNote({ hours, children }: { hours: number; children?: ReactNode }) {
  const { t } = useTranslation('bookings')
  return (
    <p className="flex items-start gap-2 rounded-md bg-amber-soft p-3 text-amber">
      <WarningIcon className="mt-0.5 size-5 shrink-0" />
      <span>
        {children}
        {t('cancel.late', { count: hours })}
      </span>
    </p>
  )
}
