import { AFFECTED_VISITS_MAX } from '#contract/calendar/time-rules.ts'
import type { SavedTime } from '#contract/calendar/time.ts'
import { useFormat } from '#web/i18n/format.ts'
import { dateIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { agendaAddress } from '#web/router/agenda-address.ts'
import { TextLink } from '#web/ui/text-link.tsx'

type AffectedProps = { saved: Pick<SavedTime, 'affected' | 'time_zone'> }

/** The accepted visits outside the hours that were just saved, each with its day of the agenda. rule: working-hours */
export function Affected({ saved: { affected, time_zone } }: AffectedProps) {
  const { t } = useTranslation('time')
  const format = useFormat()
  const count = affected.length
  const text = count < AFFECTED_VISITS_MAX ? 'affected' : 'affected_at_least'
  return (
    <>
      <p role="status" className="font-medium empty:absolute">
        {count > 0 && t(text, { count })}
      </p>
      {count > 0 && (
        <ul className="flex max-h-80 flex-wrap gap-x-4 overflow-y-auto">
          {affected.map(({ booking_id, starts_at }) => (
            <li key={booking_id}>
              <TextLink href={agendaAddress('today', dateIn(time_zone, new Date(starts_at)))}>
                {format.visit(starts_at, time_zone)}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
