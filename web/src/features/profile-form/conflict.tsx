import { useTranslation } from '#web/i18n/use-translation.ts'
import { ConflictNotice } from '#web/ui/conflict-notice.tsx'
import type { ChangedField } from './changed-elsewhere.ts'

/** Another device saved first (decision 41). */
export function Conflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('profile')
  return (
    <ConflictNotice
      title={t('conflict.title')}
      changed={changed.map(({ field, saved, alsoHere }) => ({
        name: t(`conflict.fields.${field}`),
        saved: saved || t('conflict.empty'),
        outcome: alsoHere ? t('conflict.also_here') : t('conflict.taken'),
      }))}
      next={t('conflict.next')}
    />
  )
}
