import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { useTimeTexts } from './time-texts.ts'

type PausePartProps = {
  until: string | null
  isChanged: boolean
  onChange: (until: string | null) => void
}

/** The pause for new clients. rule: paused-clients */
export function PausePart({ until, isChanged, onChange }: PausePartProps) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  return (
    <FoldedPart
      title={t('pause.title')}
      fact={until && texts.date(until)}
      help={t('pause.help')}
      open={isChanged}
    >
      <TextField
        type="date"
        label={t('pause.until')}
        className="w-full"
        value={until ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      />
      {until && (
        <Button look="quiet" onClick={() => onChange(null)}>
          {t('pause.end')}
        </Button>
      )}
    </FoldedPart>
  )
}
