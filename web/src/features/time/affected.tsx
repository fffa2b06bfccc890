import type { SavedTime } from '#contract/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** How many accepted visits lie outside the hours that were just saved. */
export function Affected({ affected }: Pick<SavedTime, 'affected'>) {
  const { t } = useTranslation('time')
  return (
    <p role="status" className="font-medium empty:absolute">
      {affected.length > 0 && t('affected', { count: affected.length })}
    </p>
  )
}
