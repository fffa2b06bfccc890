import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Visit } from '#contract/visits/visits.ts'
import type { Answer } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { checkByChoices } from './check-by-choices.ts'
import { safetyTimerQuery, useSetTimer } from './timer.api.ts'

type Timer = Answer<'GET /api/bookings/{id}/safety'>
/** `visit` null: the professional may not see it any more. */
type StateProps = { id: string; visit: Visit | null; timer: Timer; onSafe: () => void }

/** The timer of a visit, for its professional, who can always say that they are safe. rule: safety-timer */
export function VisitSafety({ id, visit }: { id: string; visit: Visit | null }) {
  const { t } = useTranslation('safety')
  const query = useQuery(safetyTimerQuery(useApi(), id))
  const section = useRef<HTMLElement>(null)
  const [isSaid, setIsSaid] = useState(false)
  // The pressed button is gone, so this part takes the focus. It stays for that, also once the visit is over.
  const focusSection = () => {
    setIsSaid(true)
    section.current?.focus()
  }
  const timer = query.data
  const isOver = timer ? !timer.may_set && !isOpen(timer) : visit?.status !== 'accepted'
  if (isOver && !isSaid) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="safety"
      className="card flex flex-col items-start gap-3 p-4 md:p-5"
    >
      <h2 id="safety" className="text-xl">
        {t('title')}
      </h2>
      <QueryState
        query={query}
        failed={t('failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-24 w-full" />}
      >
        {(data) =>
          isOver ? (
            <p>{t('said_safe')}</p>
          ) : (
            <TimerState {...{ id, visit }} timer={data} onSafe={focusSection} />
          )
        }
      </QueryState>
    </section>
  )
}

/** Whether the timer runs, or its alarm has not been answered, whatever became of the visit. */
const isOpen = ({ check_by, told_at, is_untold }: Timer) =>
  Boolean(check_by || told_at || is_untold)

function TimerState({ id, visit, timer, onSafe }: StateProps) {
  const { t } = useTranslation('safety')
  const format = useFormat()
  const { check_by, told_at, told_contact, contact } = timer
  // The contact may be somebody else since the alarm.
  const name = (check_by ? (told_contact ?? contact) : told_contact) ?? t('somebody')
  const timeOf = (instant: string) => format.visit(instant, timer.time_zone)
  return (
    <>
      <div role="status" className="flex flex-col gap-3 empty:absolute">
        {check_by && <p>{t('running', { time: timeOf(check_by), name })}</p>}
      </div>
      {told_at && (
        <MessageBox tone="problem">
          {t(timer.contact_stopped ? 'told_stopped' : 'told', { time: timeOf(told_at), name })}
        </MessageBox>
      )}
      {timer.is_untold && <MessageBox tone="problem">{t('untold', { name })}</MessageBox>}
      {isOpen(timer) && <SafeButton id={id} onSafe={onSafe} />}
      {visit && timer.may_set && contact !== null && <TimerForm visit={visit} timer={timer} />}
      {timer.may_set && contact === null && (
        <>
          <p className="measure text-soft">{t('no_contact')}</p>
          <TextLink href="/settings/safety">{t('add_contact')}</TextLink>
        </>
      )}
    </>
  )
}

function SafeButton({ id, onSafe }: { id: string; onSafe: () => void }) {
  const { t } = useTranslation('safety')
  const refusalText = useRefusalText()
  const end = useSetTimer(id)
  const sayIsSafe = async () => {
    try {
      await end.mutateAsync(null)
      onSafe()
    } catch {
      // The message shows `end.error`.
    }
  }
  return (
    <>
      {end.error && <MessageBox tone="problem">{refusalText(end.error)}</MessageBox>}
      <Button wide busy={end.isPending} onClick={() => void sayIsSafe()}>
        {t('safe')}
      </Button>
    </>
  )
}

function TimerForm({ visit, timer: { check_by, contact } }: { visit: Visit; timer: Timer }) {
  const { t } = useTranslation(['safety', 'notices'])
  const format = useFormat()
  const refusalText = useRefusalText()
  const set = useSetTimer(visit.booking_id)
  const [chosen, setChosen] = useState<string>()
  const { choices, usual } = checkByChoices(visit, useNow(), chosen)
  // A time that has become too near is no longer among the choices.
  const value = chosen && choices.includes(chosen) ? chosen : (usual ?? '')
  if (choices.length === 0) return null
  return (
    <form
      className="flex w-full flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        set.mutate(value)
      }}
    >
      <SelectField
        label={t('check_by')}
        className="w-full"
        value={value}
        error={set.error && refusalText(set.error)}
        onChange={(event) => setChosen(event.target.value)}
      >
        {choices.map((at) => (
          <option key={at} value={at}>
            {format.visit(at, visit.time_zone)}
          </option>
        ))}
      </SelectField>
      <p className="measure text-sm text-soft">{t('help', { name: contact })}</p>
      <TextLink href="/settings/notices">{t('notices:device.name')}</TextLink>
      <Button type="submit" look="quiet" busy={set.isPending}>
        {t(check_by ? 'change' : 'start')}
      </Button>
    </form>
  )
}
