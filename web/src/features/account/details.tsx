import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { settingsQuery } from './account.api.ts'
import { DetailsForm } from './details-form.tsx'
import { Part } from '#web/ui/part.tsx'

/** The form for name, phone and language, with its loading and failure states. */
export function Details({ userId, email }: { userId: string; email: string }) {
  const { t } = useTranslation('account')
  const query = useQuery(settingsQuery(useApi(), userId))
  return (
    <Part content="block" title={t('details.title')} help={t('details.help', { email })}>
      <QueryState
        query={query}
        failed={t('load_failed')}
        failureLook="message-box"
        pending={<FormSkeleton />}
      >
        {(settings) => <DetailsForm userId={userId} settings={settings} />}
      </QueryState>
    </Part>
  )
}

function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid max-w-150 gap-5 sm:grid-cols-2">
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton wide />
      <FieldSkeleton wide />
      <Skeleton className="h-11 w-40" />
    </div>
  )
}

function FieldSkeleton({ wide = false }: { wide?: boolean }) {
  return (
    <div className={classNames('flex flex-col gap-1.5', wide && 'sm:col-span-2')}>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-11" />
    </div>
  )
}
