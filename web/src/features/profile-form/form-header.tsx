import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { Button } from '#web/ui/button.tsx'

/** What the form does, and while editing the way back without saving. */
export function FormHeader({ editing, onCancel }: { editing: boolean; onCancel: () => void }) {
  const { t } = useTranslation('profile')
  const [, navigate] = useLocation()
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="measure">
        <h1 className="text-2xl md:text-3xl">{editing ? t('edit.title') : t('create.title')}</h1>
        <p className="mt-1 text-soft">{editing ? t('edit.intro') : t('create.intro')}</p>
      </div>
      {editing && (
        <Button
          look="quiet"
          onClick={() => {
            onCancel()
            navigate('/dashboard')
          }}
        >
          {t('edit.cancel')}
        </Button>
      )}
    </header>
  )
}
