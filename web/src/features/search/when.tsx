import { Suspense } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Filters } from './filters.ts'
import { useWhenTexts } from './when-texts.ts'

const WhenFields = lazyPart(() => import('./when-fields.tsx'))

type WhenProps = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

/** The fields for the wanted time. Their code is no part of the first view. rule: search-when */
export function When(props: WhenProps) {
  return (
    <Suspense
      fallback={[1, 2, 3].map((field) => (
        <Skeleton key={field} className="h-19.5" />
      ))}
    >
      <WhenFields {...props} />
    </Suspense>
  )
}

/** Shows the wanted time and opens the fields. */
export function WhenButton({ filters, onOpen }: { filters: Filters; onOpen: () => void }) {
  const { t } = useTranslation('search')
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
        className="min-h-12 w-full truncate rounded-md border border-edge bg-surface px-3.5 text-left"
      >
        <span className="sr-only">{t('when')}: </span>
        {filters.date ? texts.when(filters) : t('any_time')}
      </button>
    </div>
  )
}
