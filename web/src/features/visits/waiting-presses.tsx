import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { pressQueue } from './press-queue.ts'
import type { Press } from './press-queue.ts'

/** What waits for a connection, and what the server refused. rule: press-queue */
export function WaitingPresses({ presses }: { presses: readonly Press[] }) {
  const { t } = useTranslation(['visits', 'errors', 'work'])
  const refused = presses.find((press) => press.refused)
  return (
    <>
      <p role="status" className={presses.length > 0 ? 'text-amber' : 'sr-only'}>
        {presses.length > 0 && t('queue.waiting', { count: presses.length })}
      </p>
      {refused?.refused && (
        <MessageBox tone="problem">
          <p>
            {'stage' in refused && t(`press.${refused.stage}`)}
            {'undo' in refused && t('undo')}
            {'item' in refused && t('work:checklist')}
            {'photo' in refused && t('work:photos')}:{' '}
            {t(`errors:${refused.refused}`, {
              defaultValue: refused.detail ?? t('errors:unexpected'),
            })}
          </p>
          <div className="flex flex-wrap gap-x-4">
            <Button look="link" className="-mx-4" onClick={() => pressQueue.retry(refused.key)}>
              {t('queue.retry')}
            </Button>
            <Button look="link" className="-mx-4" onClick={() => pressQueue.remove(refused.key)}>
              {t('queue.delete')}
            </Button>
          </div>
        </MessageBox>
      )}
    </>
  )
}
