import { useTranslation } from '#web/i18n/use-translation.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

/** The placeholder of a profile while it loads. */
export function ProfilePending() {
  const { t } = useTranslation('public_profile')
  return (
    <div className="page flex flex-col gap-6" aria-busy="true">
      <h1 className="font-text text-base font-normal tracking-normal text-soft">
        <span role="status">{t('loading')}</span>
      </h1>
      <Skeleton className="aspect-9/4 max-md:-mx-4 max-md:rounded-none md:aspect-5/2 md:rounded-lg" />
      <div className="flex items-center gap-4 md:gap-6">
        <Skeleton className="size-24 shrink-0 rounded-full" />
        <div className="flex grow flex-col gap-3">
          <Skeleton className="h-9 w-2/3 max-w-96" />
          <Skeleton className="h-5 w-1/2 max-w-60" />
        </div>
      </div>
      <Skeleton className="h-24 w-full max-w-160" />
    </div>
  )
}
