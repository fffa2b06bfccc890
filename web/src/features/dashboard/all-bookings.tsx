import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../app/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { professionalBookingsQuery } from '../bookings/bookings.api.ts'
import { BookingRow } from './booking-row.tsx'

/** Every booking she ever had, newest first (professional spec 2.3). */
export function AllBookings({
  professionalId,
  onClose,
}: {
  professionalId: string
  onClose: () => void
}) {
  const { t } = useTranslation(['dashboard', 'app'])
  const { data, isError, isFetching, refetch } = useQuery(
    professionalBookingsQuery(useApi(), professionalId),
  )
  return (
    <Dialog title={t('all.title')} height="full" onClose={onClose}>
      {data ? (
        <ul className="-my-4 divide-y divide-line">
          {data.map((booking) => (
            <li key={booking.id}>
              <BookingRow booking={booking} />
            </li>
          ))}
          {data.length === 0 && <li className="py-4 text-soft">{t('recent.none')}</li>}
        </ul>
      ) : isError ? (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="problem">{t('all.failed')}</Notice>
          <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
            {t('error.again')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-4" aria-busy="true">
          <span className="sr-only" role="status">
            {t('app:loading')}
          </span>
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
    </Dialog>
  )
}
