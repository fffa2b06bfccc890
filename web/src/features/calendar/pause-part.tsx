import { useState } from 'react'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Part } from '#web/ui/part.tsx'
import { SaveState } from './save-state.tsx'
import { useTimeTexts } from './time-texts.ts'
import { useSavePart } from './time.api.ts'
import type { Times } from './time.api.ts'

/** The pause for new clients. rule: paused-clients */
export function PausePart({ times, shown }: { times: Times; shown: TimeDocument }) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const [date, setDate] = useState(shown.paused_until ?? '')
  const { mutate, isPending, variables, error, conflict, endConflict, reset } = useSavePart({
    times,
    shown,
    field: 'paused_until',
  })
  const pausedText = (until: string | null) =>
    until ? t('pause.on', { date: texts.date(until) }) : t('pause.none')
  return (
    <Part title={t('pause.title')} help={t('pause.help')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ paused_until: date })
        }}
      >
        <SaveState
          error={error}
          savedNow={conflict && [pausedText(conflict.paused_until)]}
          onTake={() => {
            setDate(conflict?.paused_until ?? '')
            endConflict()
            reset()
          }}
        />
        <p role="status" className="font-medium empty:absolute">
          {shown.paused_until && pausedText(shown.paused_until)}
        </p>
        <TextField
          type="date"
          label={t('pause.until')}
          value={date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            look="quiet"
            disabled={isPending}
            busy={isPending && variables.paused_until !== null}
          >
            {t('pause.save')}
          </Button>
          {shown.paused_until && (
            <Button
              look="quiet"
              disabled={isPending}
              busy={isPending && variables.paused_until === null}
              onClick={() => mutate({ paused_until: null }, { onSuccess: () => setDate('') })}
            >
              {t('pause.end')}
            </Button>
          )}
        </div>
      </form>
    </Part>
  )
}
