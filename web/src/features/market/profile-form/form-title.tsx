import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'

type FormTitleProps = { isEdit: boolean; introClass?: string | undefined }

export function FormTitle({ isEdit, introClass }: FormTitleProps) {
  const { t } = useTranslation('profile')
  return (
    <div className="measure">
      <h1 className="text-2xl md:text-3xl">{isEdit ? t('edit.title') : t('create.title')}</h1>
      <p className={classNames('mt-1 text-soft', introClass)}>
        {isEdit ? t('edit.intro') : t('create.intro')}
      </p>
    </div>
  )
}
