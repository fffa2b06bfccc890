import { useTranslation } from '../../app/use-translation.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of a profile to come. */
export function ProfilePending() {
  const { t } = useTranslation('professionals')
  return (
    <div className="page flex flex-col gap-6" aria-busy="true">
      <p role="status" className="text-soft">
        {t('loading')}
      </p>
      <Skeleton className="aspect-4/3 rounded-lg md:aspect-5/2" />
      <Skeleton className="h-9 w-2/3 max-w-96" />
      <Skeleton className="h-5 w-full max-w-140" />
      <Skeleton className="h-24 w-full max-w-160" />
    </div>
  )
}
