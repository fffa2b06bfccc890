import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { ConnectionLost, NoAnswer } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

type LetterLinkFailureProps = {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  error: Error
  /** Replaces the text of the refusal where that says too little. */
  title?: string
  /** The drawing and the next step for a refusal. */
  drawing: string
  action: ReactNode
}

/**
 * Shows why a letter's link cannot be opened. Without an answer of the server it offers to retry. rule: answer-link,
 * notice-switches
 */
export function LetterLinkFailure({
  query,
  error,
  title,
  drawing,
  action,
}: LetterLinkFailureProps) {
  const { t } = useTranslation('loading')
  const refusalText = useRefusalText()
  const isUnanswered = error instanceof NoAnswer
  const unanswered = error instanceof ConnectionLost ? emptySignedIn.offline : empty.error
  const retry = (
    <Button busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('try_again')}
    </Button>
  )
  return (
    <EmptyState
      drawing={isUnanswered ? unanswered : drawing}
      title={<span role="alert">{(!isUnanswered && title) || refusalText(error)}</span>}
      action={isUnanswered ? retry : action}
    />
  )
}
