import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { Section } from './form-section.tsx'
import { Portrait } from './portrait.tsx'

type ProfileFormSkeletonProps = {
  /** The saved portrait. */
  portrait?: string | undefined
  /** The title. Without it, whether a profile exists is not known yet. */
  children?: ReactNode
}

/** The form's skeleton. A portrait in it is loaded before the form's code is. */
export function ProfileFormSkeleton({ portrait, children }: ProfileFormSkeletonProps) {
  const { t } = useTranslation('profile')
  return (
    <div className="page flex max-w-240 flex-col gap-4 max-md:pb-2 md:gap-8" aria-busy="true">
      <LoadingStatus />
      {children ?? (
        <div className="flex flex-col gap-2">
          <Skeleton className="h-9 w-60 max-w-full" />
          <Skeleton className="h-6 w-80 max-w-full" />
        </div>
      )}
      <Skeleton className="h-19 md:hidden" />
      <Section title={t('photo.title')} help={t('photo.help')} mark={t('photo.required')}>
        <div className="flex items-center gap-5">
          {portrait ? (
            <Portrait saved={portrait} />
          ) : (
            <Skeleton className="size-32 shrink-0 rounded-full" />
          )}
          <Skeleton className="h-11 w-40" />
        </div>
      </Section>
      <Section title={t('basic.title')} help={t('basic.help')} helpClass="max-md:hidden">
        <FieldSkeleton height="h-11" />
        <FieldSkeleton height="h-44" />
        <FieldSkeleton height="h-11" />
      </Section>
      <Section title={t('services.title')} help={t('services.help')} className="max-md:hidden">
        <Skeleton className="h-44" />
      </Section>
    </div>
  )
}

function FieldSkeleton({ height }: { height: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className={height} />
    </div>
  )
}
