import { useState } from 'react'
import { INSTANT_BOOKING_MODES } from '#contract/calendar/time-rules.ts'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Part } from '#web/ui/part.tsx'
import { SaveState } from './save-state.tsx'
import { useSavePart } from './time.api.ts'
import type { Times } from './time.api.ts'

/** The choice of who can book a free time at once. It needs stated hours. rule: instant-booking */
export function InstantPart({ times, shown }: { times: Times; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const [mode, setMode] = useState(shown.instant_booking)
  const { mutate, isPending, error, conflict, endConflict, reset } = useSavePart({
    times,
    shown,
    field: 'instant_booking',
  })
  return (
    <Part title={t('instant.title')} help={t('instant.help')}>
      {shown.plan === null ? (
        <p>{t('instant.hours_first')}</p>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            mutate({ instant_booking: mode })
          }}
        >
          <SaveState
            error={error}
            savedNow={conflict && [t(`instant.${conflict.instant_booking}`)]}
            onTake={() => {
              setMode(conflict?.instant_booking ?? 'off')
              endConflict()
              reset()
            }}
          />
          <SelectField
            label={t('instant.label')}
            value={mode}
            onChange={({ currentTarget: { value } }) =>
              setMode(INSTANT_BOOKING_MODES.find((one) => one === value) ?? 'off')
            }
          >
            {INSTANT_BOOKING_MODES.map((one) => (
              <option key={one} value={one}>
                {t(`instant.${one}`)}
              </option>
            ))}
          </SelectField>
          <div>
            <Button type="submit" look="quiet" busy={isPending}>
              {t('instant.save')}
            </Button>
          </div>
        </form>
      )}
    </Part>
  )
}
