import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../app/use-translation.ts'
import { useRefusalText } from '../../app/refusal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** That it could not be read. */
  failed: string
  children: (data: Data) => ReactNode
}

/** What was read, or its shape while it comes, or why it did not come and another try. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation('billing')
  const refusalText = useRefusalText()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton className="h-64 w-full rounded-lg" />
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone="problem">
        <p>{failed}</p>
        <p className="font-normal">{refusalText(error)}</p>
      </Notice>
      <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
        {t('leads.again')}
      </Button>
    </div>
  )
}
