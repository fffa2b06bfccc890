import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'

/** A placeholder block; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  const shape = className?.includes('rounded-') ? '' : 'rounded-md'
  return (
    <span aria-hidden="true" className={classNames('block bg-mint-strong/60', shape, className)} />
  )
}

/** Announces to screen readers that the screen loads. */
export function LoadingStatus() {
  const { t } = useTranslation('app')
  return (
    <span className="sr-only" role="status">
      {t('loading')}
    </span>
  )
}

/** The skeleton of a screen that has none of its own. Its heading stands until the screen brings one. */
export function ScreenSkeleton() {
  return (
    <div className="page flex flex-col gap-4" aria-busy="true">
      <h1 className="sr-only">
        <LoadingStatus />
      </h1>
      <Skeleton className="h-9 w-2/3 max-w-96" />
      <Skeleton className="h-5 w-full max-w-160" />
      <Skeleton className="h-5 w-5/6 max-w-140" />
      <Skeleton className="mt-4 h-64 w-full rounded-lg" />
    </div>
  )
}
