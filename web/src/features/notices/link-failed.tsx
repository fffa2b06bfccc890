import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type LinkFailedProps = {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  error: Error
  /** What is told of a no of the server where its own words say too little, what is drawn beside it, and the way on from there. */
  title?: string
  drawing: string
  action: ReactNode
}

/** In the place of what a letter's link was about: why it is not here, and another try where the server was not reached. */
export function LinkFailed({ query, error, title, drawing, action }: LinkFailedProps) {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const isLost = error instanceof ConnectionLost
  const again = (
    <Button busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('again')}
    </Button>
  )
  return (
    <EmptyState
      drawing={isLost ? empty.offline : drawing}
      title={<span role="alert">{(!isLost && title) || refusalText(error)}</span>}
      action={isLost ? again : action}
    />
  )
}
