import { useTranslation } from '../../app/use-translation.ts'
import { Notice } from '../../ui/notice.tsx'
import type { ChangedField } from './changed-elsewhere.ts'

/** Another device saved first (decision 41): what is saved now, field by field, and what becomes of it here. */
export function Conflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('profile')
  return (
    <Notice tone="problem">
      <p>{t('conflict.title')}</p>
      <ul className="mt-2 flex flex-col gap-2 font-normal text-ink">
        {changed.map(({ field, saved, alsoHere }) => (
          <li key={field} className="break-words">
            <strong className="font-semibold">{t(`conflict.fields.${field}`)}</strong>
            {': '}
            {saved || t('conflict.empty')}
            <span className="block text-sm text-soft">
              {alsoHere ? t('conflict.also_here') : t('conflict.taken')}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">{t('conflict.next')}</p>
    </Notice>
  )
}
