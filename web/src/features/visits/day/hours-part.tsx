import { useRef, useState } from 'react'
import { ACTUAL_MINUTES } from '#contract/bookings/hour-rules.ts'
import type { Hours, HoursAnswer } from '#contract/bookings/hours.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { receiptAddress } from '#web/features/bookings/list/booking-address.ts'
import { PriceLines } from '#web/features/bookings/one/price-lines.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { durationText } from '#contract/calendar/duration-text.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { DurationOptions } from '../work/finish-time.tsx'
import { useAnswerHours } from './hours.api.ts'

type PartProps = { visit: Visit; hours: Hours }

/**
 * The hours and the amount of a visit, the question to the client about additional hours, and the link to the receipt.
 * rule: settle-hours
 */
export function HoursPart({ visit }: { visit: Visit }) {
  const { t } = useTranslation('hours')
  const format = useFormat()
  const { hours, receipt } = visit
  const section = useRef<HTMLElement>(null)
  // A pressed button goes with the question, so this part takes the focus.
  const focusSection = () => section.current?.focus()
  const isClient = useUser()?.role === 'client'
  if (!hours) return null
  const { actual_minutes, answer_until, billed_minutes, final_amount, lines, state } = hours
  const booked = durationText(hours.booked_minutes)
  const waits = state === 'waiting'
  const ifAgreed = isClient
    ? t('if_you_agree')
    : t('if_yes', { name: firstNameOf(visit.other.name) })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="hours"
      className="card flex flex-col gap-3 p-4 md:p-5"
    >
      <h2 id="hours" className="text-xl">
        {t('title')}
      </h2>
      <p className="text-soft">
        {actual_minutes === null
          ? t('took_booked', { booked })
          : t('took', { booked, actual: durationText(actual_minutes) })}
        {isMinimumBilled(hours) && (
          <span className="block">{t('minimum', { minimum: durationText(billed_minutes) })}</span>
        )}
      </p>
      {waits ? (
        <Waiting visit={visit} hours={hours} onSent={focusSection} />
      ) : (
        <p role="status" className="font-medium">
          <Settled visit={visit} hours={hours} />
        </p>
      )}
      <div>
        {waits && answer_until && <p className="text-sm font-medium">{ifAgreed}</p>}
        <PriceLines lines={lines} frequency="one_time" />
        <p className="flex justify-between gap-4 pt-2 font-semibold">
          {t(waits ? 'receipt.total' : 'total')}{' '}
          <span className="tabular">{format.money(final_amount)}</span>
        </p>
        {final_amount !== visit.total_amount && (
          <p className="tabular text-right text-sm text-soft">
            {t('agreed_total', { total: format.money(visit.total_amount) })}
          </p>
        )}
      </div>
      {receipt && (
        <TextLink href={receiptAddress(visit.booking_id)}>
          {t('receipt.open', { number: receipt })}
        </TextLink>
      )}
    </section>
  )
}

/** Whether the professional's shortest visit is billed, because the actual one was shorter. rule: settle-hours */
function isMinimumBilled(hours: Hours): boolean {
  const { actual_minutes, billed_minutes, lines, state, answer_until } = hours
  // While a no-show is undecided, nobody knows what is billed.
  if (state === 'waiting' && answer_until === null) return false
  const isFree = lines.length === 0 || lines.some(({ kind }) => kind === 'reclean')
  return !isFree && actual_minutes !== null && billed_minutes > actual_minutes
}

/** Why nothing is due, or who settled the hours. */
function Settled({ visit: { outcome, total_amount }, hours }: PartProps) {
  const { t } = useTranslation('hours')
  if (outcome === 'no_show_client') return t('no_show.client')
  if (outcome === 'no_show_professional') return t('no_show.professional')
  if (hours.lines.some(({ kind }) => kind === 'reclean')) return t('reclean')
  if (hours.by !== 'client') return t(`settled.${hours.by}`)
  return t(hours.final_amount > total_amount ? 'settled.client_yes' : 'settled.client_no')
}

function Waiting({ visit, hours, onSent }: PartProps & { onSent: () => void }) {
  const { t } = useTranslation('hours')
  const format = useFormat()
  const role = useUser()?.role
  const { answer_until: until, actual_minutes } = hours
  if (!until || actual_minutes === null) return <p>{t('waits_for_report')}</p>
  const time = format.visit(until, visit.time_zone)
  const [actual, booked] = [actual_minutes, hours.booked_minutes].map(durationText)
  const question =
    role === 'client'
      ? t('question', {
          over: durationText(actual_minutes - hours.booked_minutes),
          extra: format.money(hours.final_amount - visit.total_amount),
          total: format.money(hours.final_amount),
        })
      : t('asked', { actual, booked })
  return (
    <div
      role="group"
      aria-label={t('title')}
      className="flex flex-col gap-3 rounded-md bg-amber-soft p-4 text-amber"
    >
      <p className="font-semibold">{question}</p>
      {role === 'client' ? (
        <>
          {visit.may.includes('answer_hours') && <Answers {...{ visit, hours, onSent }} />}
          <p>{t('answer_by', { time })}</p>
        </>
      ) : (
        <>
          <p>{t('waits_for_client', { name: firstNameOf(visit.other.name), time })}</p>
          <Lower visit={visit} actual={actual_minutes} onSent={onSent} />
        </>
      )}
    </div>
  )
}

/** The answer carries the amount that its reader sees. rule: settle-hours */
function Answers({ visit, hours, onSent }: PartProps & { onSent: () => void }) {
  const { t } = useTranslation('hours')
  const { send, isPending, sent } = useSend(visit, onSent)
  const { final_amount } = hours
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {(['yes', 'no'] as const).map((answer) => (
        <Button
          key={answer}
          look={answer === 'yes' ? 'primary' : 'quiet'}
          disabled={isPending}
          busy={isPending && sent?.answer === answer}
          onClick={() => void send({ answer, final_amount }, t(`answered.${answer}`))}
        >
          {t(answer)}
        </Button>
      ))}
    </div>
  )
}

/** The professional says fewer hours while the client has not answered. rule: settle-hours */
function Lower(props: { visit: Visit; actual: number; onSent: () => void }) {
  const { visit, actual, onSent } = props
  const { t } = useTranslation('hours')
  const [chosen, setChosen] = useState<number>()
  const { send, isPending } = useSend(visit, onSent)
  const most = actual - ACTUAL_MINUTES.step
  if (most < ACTUAL_MINUTES.min) return null
  if (chosen === undefined) {
    return (
      <Button look="quiet" className="self-start" onClick={() => setChosen(most)}>
        {t('lower')}
      </Button>
    )
  }
  // It may have been lowered on another device meanwhile.
  const lower = Math.min(chosen, most)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send({ actual_minutes: lower }, t('lowered'))
      }}
    >
      <SelectField
        ref={focusOnMount}
        label={t('lower_to')}
        value={lower}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        <DurationOptions most={most} />
      </SelectField>
      <Button type="submit" busy={isPending}>
        {t('lower')}
      </Button>
    </form>
  )
}

function useSend(visit: Visit, onSent: () => void) {
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const { mutateAsync, isPending, variables } = useAnswerHours(visit.booking_id)
  const send = async (body: HoursAnswer, done: string) => {
    failure.clear()
    try {
      await mutateAsync(body)
      onSent()
      toast.success(done)
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return { send, isPending, sent: variables }
}
