import { INSTANT_BOOKING_MODES } from '#contract/calendar/time-rules.ts'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'

type Mode = TimeDocument['instant_booking']
type InstantPartProps = {
  mode: Mode
  hasPlan: boolean
  isChanged: boolean
  onChange: (mode: Mode) => void
}

/** The choice of who can book a free time at once. It needs stated hours. rule: instant-booking */
export function InstantPart({ mode, hasPlan, isChanged, onChange }: InstantPartProps) {
  const { t } = useTranslation('time')
  return (
    <FoldedPart
      title={t('instant.title')}
      fact={hasPlan && t(`instant.${mode}`)}
      help={t('instant.help')}
      open={isChanged}
    >
      {hasPlan ? (
        <SelectField
          label={t('instant.label')}
          className="w-full"
          value={mode}
          onChange={({ currentTarget: { value } }) =>
            onChange(INSTANT_BOOKING_MODES.find((one) => one === value) ?? 'off')
          }
        >
          {INSTANT_BOOKING_MODES.map((one) => (
            <option key={one} value={one}>
              {t(`instant.${one}`)}
            </option>
          ))}
        </SelectField>
      ) : (
        <p>{t('instant.hours_first')}</p>
      )}
    </FoldedPart>
  )
}
