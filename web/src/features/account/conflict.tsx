import type { AccountSettings } from '#contract/account.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ConflictNotice } from '#web/ui/conflict-notice.tsx'

export const EDITABLE = ['first_name', 'last_name', 'phone', 'language'] as const
export type Editable = Pick<AccountSettings, (typeof EDITABLE)[number]>
/** A field that another device changed, and whether this form changed it too. */
export type ChangedField = { field: keyof Editable; saved: Editable; alsoHere: boolean }

/** Says what another device saved in the meantime. rule: edit-conflict */
export function Conflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('account')
  return (
    <ConflictNotice
      title={t('conflict.title')}
      changed={changed.map(({ field, saved, alsoHere }) => ({
        name: t(`details.${field}`),
        saved: field === 'language' ? LANGUAGE_NAMES[saved.language] : saved[field],
        outcome: alsoHere ? t('conflict.also_here') : t('conflict.taken'),
      }))}
      next={t('conflict.next')}
    />
  )
}
