import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { pressQueue } from './press-queue.ts'
import type { Press } from './press-queue.ts'

/** How much waits for a connection. rule: press-queue */
export function WaitingPresses({ presses }: { presses: readonly Press[] }) {
  const { t } = useTranslation('visits')
  return (
    <p role="status" className={presses.length > 0 ? 'text-amber' : 'sr-only'}>
      {presses.length > 0 && t('queue.waiting', { count: presses.length })}
    </p>
  )
}

/** Why the server refused a press. rule: press-queue */
export function RefusedPress({ press }: { press: Press }) {
  const { t } = useTranslation(['visits', 'errors', 'work'])
  const { key, refused, detail } = press
  return (
    <MessageBox tone="problem">
      <p>
        {'stage' in press && t(`press.${press.stage}`)}
        {'undo' in press && t('undo')}
        {'item' in press && t('work:checklist')}
        {'photo' in press && t('work:photos')}:{' '}
        {refused && t(`errors:${refused}`, { defaultValue: detail ?? t('errors:unexpected') })}
      </p>
      <div className="flex flex-wrap gap-x-4">
        <Button look="link" className="-mx-4" onClick={() => pressQueue.retry(key)}>
          {t('queue.retry')}
        </Button>
        <Button look="link" className="-mx-4" onClick={() => pressQueue.remove(key)}>
          {t('queue.delete')}
        </Button>
      </div>
    </MessageBox>
  )
}
