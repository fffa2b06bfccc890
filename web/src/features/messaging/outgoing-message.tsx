import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../app/use-translation.ts'
import { outbox } from '../../app/outbox.ts'
import type { Outgoing } from '../../app/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner, WarningIcon } from '../../ui/icons.tsx'
import { bubbleClass } from './message-run.tsx'

/** One's own message that the house does not have yet: on its way, waiting for a connection, or refused. */
export function OutgoingMessage({ message, sending }: { message: Outgoing; sending: boolean }) {
  const { t } = useTranslation(['messaging', 'errors'])
  const online = useSyncExternalStore(followNetwork, isOnline, () => true)
  const { key, text, refused } = message
  const state = refused ? 'refused' : sending && online ? 'sending' : 'waiting'
  return (
    <div className="flex flex-col items-end gap-1">
      {text && (
        <div className={classNames(bubbleClass(true), 'opacity-80')}>
          <span className="sr-only">{t('by_you')} </span>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </div>
      )}
      {refused ? (
        <div className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-1">
          <p className="flex items-center gap-1.5 text-sm font-medium text-clay">
            <WarningIcon className="size-4 shrink-0" />
            {t('mark.refused', {
              reason: t(`errors:${refused}`, { defaultValue: t('errors:unexpected') }),
            })}
          </p>
          <Button look="link" className="px-2" onClick={() => outbox.retry(key)}>
            {t('retry')}
          </Button>
          <Button look="link" className="px-2" onClick={() => outbox.remove(key)}>
            {t('discard')}
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-1.5 px-1 text-sm text-soft">
          {state === 'sending' && <Spinner />}
          {t(`mark.${state}`)}
        </p>
      )}
    </div>
  )
}

const isOnline = () => navigator.onLine

function followNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
