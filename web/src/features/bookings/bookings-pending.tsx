import { useTranslation } from '../../app/use-translation.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Bookings to come, in their shape. */
export function BookingsPending() {
  const { t } = useTranslation('app')
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <span className="sr-only" role="status">
        {t('loading')}
      </span>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}
