import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, lazy, Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConnectionLost, NoAnswer, Refusal } from '#web/api/client.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'

const CrashDrawing = lazy(() => importWithRetries(() => import('./crash-drawing.tsx')))

type CrashScreenProps = {
  children: ReactNode
  notFound: ReactNode
  /** Called when the user tries again, for work that the boundary cannot repeat, such as loading code. */
  onRetry?: () => void
}

/** An error boundary around each screen, with buttons to reload and to try again. rule: failures */
export function CrashScreen({ children, notFound, onRetry }: CrashScreenProps) {
  const { reset } = useQueryErrorResetBoundary()
  const queryClient = useQueryClient()
  const retry = () => {
    reset()
    onRetry?.()
    // Cached data may have caused the crash: the screen reads again. Data that other parts show stays.
    queryClient.removeQueries({ type: 'inactive' })
  }
  return (
    <Boundary notFound={notFound} onRetry={retry}>
      {children}
    </Boundary>
  )
}

class Boundary extends Component<CrashScreenProps & { onRetry: () => void }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof Refusal && error.status === 404) return this.props.notFound
    return (
      <Crash
        error={error}
        onRetry={() => {
          this.props.onRetry()
          this.setState({ error: undefined })
        }}
      />
    )
  }
}

function Crash({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('app')
  const refusalText = useRefusalText()
  const isExpected = error instanceof Refusal || error instanceof NoAnswer
  const isOffline = error instanceof ConnectionLost && !navigator.onLine
  // Its code or data was never stored: it comes back with the connection. rule: offline
  useEffect(() => {
    if (!isOffline) return
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [isOffline, onRetry])
  return (
    <section
      className="page grid grow place-content-center justify-items-center gap-4 text-center"
      role="alert"
    >
      <Suspense fallback={<span className="h-44" />}>
        <CrashDrawing />
      </Suspense>
      <h1 className="text-2xl">{t(isOffline ? 'crash.offline' : 'crash.title')}</h1>
      <p className="measure text-soft">{isExpected ? refusalText(error) : t('crash.help')}</p>
      <p className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
        <Button look="quiet" onClick={onRetry}>
          {t('crash.again')}
        </Button>
      </p>
    </section>
  )
}
