import type { AccountSettings } from '#contract/account.ts'
import { LANGUAGE_NAMES } from '../../app/language-names.ts'
import { useTranslation } from '../../app/use-translation.ts'
import { Notice } from '../../ui/notice.tsx'

export const EDITABLE = ['first_name', 'last_name', 'phone', 'language'] as const
export type Editable = Pick<AccountSettings, (typeof EDITABLE)[number]>
/** A field that another device saved meanwhile, and whether this form has changed it too. */
export type ChangedField = { field: keyof Editable; saved: Editable; alsoHere: boolean }

/** Another device saved first (decision 41): what is saved now, field by field, and what becomes of it here. */
export function Conflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('account')
  return (
    <Notice tone="problem">
      <p>{t('conflict.title')}</p>
      <ul className="mt-2 flex flex-col gap-2 font-normal text-ink">
        {changed.map(({ field, saved, alsoHere }) => (
          <li key={field} className="break-words">
            <strong className="font-semibold">{t(`details.${field}`)}</strong>
            {': '}
            {field === 'language' ? LANGUAGE_NAMES[saved.language] : saved[field]}
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
