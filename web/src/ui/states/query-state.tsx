import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { MessageBox } from './message-box.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

type QueryStateProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** The title of the failure, e.g. 'Your bookings could not be loaded.' */
  failed: string
  /** The skeleton; rows of a list if it is missing. */
  pending?: ReactNode
  /** How a failure looks: a drawing with the reason, or only a message box in a section of a screen. */
  failureLook?: 'drawing' | 'message-box'
  /** The text of the retry button. */
  retryLabel?: string
  children: (data: Data) => ReactNode
}

/** Shows the data of a query, its skeleton while it loads, or why it failed with a button that reads again. */
export function QueryState<Data>({
  query,
  failed,
  pending,
  failureLook = 'drawing',
  retryLabel,
  children,
}: QueryStateProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return pending ?? <RowsSkeleton count={4} />
  if (isNotInView(error)) return <NotInView />
  const retry = { isRetrying: isFetching, onRetry: () => void refetch(), retryLabel }
  if (failureLook === 'message-box') return <FailureBox title={failed} {...retry} />
  return <LoadFailure title={failed} error={error} {...retry} />
}

/** An operator who sees what a person sees does not have this read. rule: seeing-as-a-person */
const isNotInView = (error: Error) => error instanceof Refusal && error.code === 'view_is_read_only'

function NotInView() {
  const { t } = useTranslation('loading')
  return <p className="text-soft">{t('not_in_view')}</p>
}

type RetryProps = {
  isRetrying: boolean
  onRetry: () => void
  /** 'Try again' if it is missing. */
  retryLabel?: string | undefined
}

type LoadFailureProps = RetryProps & {
  title: string
  error: Error
  /** Default: the text of `error`. */
  reason?: ReactNode
  /** An SVG of #drawings. Default: by the kind of `error`. */
  drawing?: string
  /** 'h1' if the failure replaces the whole screen. */
  heading?: 'h1' | 'h2'
  /** Whether this announces the failure to screen readers. False if a toast does. */
  isAnnounced?: boolean
}

/** Says what could not be read and why, with a button that reads again. */
export function LoadFailure({
  title,
  error,
  reason,
  drawing = error instanceof ConnectionLost ? emptySignedIn.offline : empty.error,
  heading,
  isAnnounced = true,
  ...retry
}: LoadFailureProps) {
  const refusalText = useRefusalText()
  if (isNotInView(error)) return <NotInView />
  return (
    <div role={isAnnounced ? 'alert' : undefined}>
      <EmptyState
        drawing={drawing}
        title={title}
        {...(heading && { heading })}
        action={<RetryButton {...retry} />}
      >
        {reason ?? refusalText(error)}
      </EmptyState>
    </div>
  )
}

function FailureBox({ title, ...retry }: RetryProps & { title: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <MessageBox tone="problem">{title}</MessageBox>
      <RetryButton look="quiet" {...retry} />
    </div>
  )
}

function RetryButton({ look, isRetrying, onRetry, retryLabel }: RetryProps & { look?: 'quiet' }) {
  const { t } = useTranslation('loading')
  return (
    <Button {...(look && { look })} busy={isRetrying} onClick={onRetry}>
      {retryLabel ?? t('try_again')}
    </Button>
  )
}

/** Data that is older was stored by the browser, because these screens read again more often. */
const OLD_MS = 3 * 60_000

type SavedAtProps = {
  /** When the shown data was read. */
  readAt: number
  /** The failure of reading the data again. */
  error: Error | null
  /** Whether the server cannot be reached. */
  isOffline?: boolean
}

/** 'Saved {time}', while a screen shows what was seen before. */
export function SavedAt({ readAt, error, isOffline = false }: SavedAtProps) {
  const { t } = useTranslation('loading')
  const format = useFormat()
  const [openedAt] = useState(() => Date.now())
  if (!error && !isOffline && readAt >= openedAt - OLD_MS) return null
  return (
    <p role="status" className="text-sm text-amber">
      {t('saved', { time: format.visit(new Date(readAt), browserTimeZone()) })}
    </p>
  )
}
