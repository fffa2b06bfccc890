import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

type QueryStateProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** The title of the failure, e.g. 'Your bookings could not be loaded.' */
  failed: string
  /** The skeleton; rows of a list if it is missing. */
  pending?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the data of a query, its skeleton while it loads, or why it failed with a button that reads again. */
export function QueryState<Data>({ query, failed, pending, children }: QueryStateProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return pending ?? <RowsSkeleton count={4} />
  return (
    <LoadFailure
      title={failed}
      error={error}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

type LoadFailureProps = {
  title: string
  error: Error
  isRetrying: boolean
  onRetry: () => void
  /** 'h1' if the failure replaces the whole screen. */
  heading?: 'h1' | 'h2'
  /** False if a toast announces the failure to screen readers. */
  isAnnounced?: boolean
}

/** Says what could not be read and why, with a button that reads again. */
export function LoadFailure({
  title,
  error,
  isRetrying,
  onRetry,
  heading,
  isAnnounced = true,
}: LoadFailureProps) {
  const { t } = useTranslation('loading')
  const refusalText = useRefusalText()
  return (
    <div role={isAnnounced ? 'alert' : undefined}>
      <EmptyState
        drawing={error instanceof ConnectionLost ? empty.offline : empty.error}
        title={title}
        {...(heading && { heading })}
        action={
          <Button busy={isRetrying} onClick={onRetry}>
            {t('try_again')}
          </Button>
        }
      >
        {refusalText(error)}
      </EmptyState>
    </div>
  )
}
