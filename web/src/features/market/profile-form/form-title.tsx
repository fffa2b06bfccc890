import { useTranslation } from '#web/i18n/use-translation.ts'

export function FormTitle({ isEdit }: { isEdit: boolean }) {
  const { t } = useTranslation('profile')
  return (
    <div className="measure">
      <h1 className="text-2xl md:text-3xl">{isEdit ? t('edit.title') : t('create.title')}</h1>
      <p className="mt-1 text-soft">{isEdit ? t('edit.intro') : t('create.intro')}</p>
    </div>
  )
}
