import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type SaveBarProps = {
  editing: boolean
  saving: boolean
  /** How much of the profile's own upload is sent, 0 to 1. */
  sent: number
  /** How many pictures are still here after the profile itself was saved. */
  stuck: number
  problem: string | undefined
}

/** The one button of the form, how far it is, and why it failed. */
export function SaveBar({ editing, saving, sent, stuck, problem }: SaveBarProps) {
  const { t } = useTranslation('profile')
  const title = editing ? t('edit.submit') : t('create.submit')
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-6 md:pt-8">
      {problem && <Notice tone="problem">{problem}</Notice>}
      {!saving && stuck > 0 && <Notice tone="problem">{t('save.stuck', { count: stuck })}</Notice>}
      {saving && (
        <label className="flex flex-col gap-1.5 font-medium" role="status">
          {t('save.sending')}
          <progress value={sent} max={1} className="h-2 w-full" />
        </label>
      )}
      <Button type="submit" busy={saving} className="self-stretch sm:self-start">
        {saving ? t('save.busy') : title}
      </Button>
    </div>
  )
}
