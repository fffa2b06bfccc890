import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** That it could not be read. */
  failed: string
  /** The shape of what comes, where it is more than rows. */
  pending?: ReactNode
  children: (data: Data) => ReactNode
}

/** What was read, or its shape while it comes, or why it did not come and another try. */
export function Loaded<Data>({ query, failed, pending, children }: LoadedProps<Data>) {
  const { t } = useTranslation('billing')
  const refusalText = useRefusalText()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return pending ?? <RowsSkeleton count={4} />
  return (
    <div role="alert">
      <EmptyState
        drawing={error instanceof ConnectionLost ? empty.offline : empty.error}
        title={failed}
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('leads.again')}
          </Button>
        }
      >
        {refusalText(error)}
      </EmptyState>
    </div>
  )
}
