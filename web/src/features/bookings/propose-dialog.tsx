import { Suspense, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { bookingFieldOf } from '#contract/booking-fields.ts'
import { PROPOSAL_NOTE_LENGTH_MAX } from '#contract/product.ts'
import type { ServiceType } from '#contract/product.ts'
import { Refusal } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeHint } from '#web/ui/code-hint.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useBookingProblemText } from './booking-problem-text.ts'
import { isLateNow } from './late.tsx'
import type { CancellableVisit } from './late.tsx'
import { NextSlots, nextSlotsOf } from './next-slots.tsx'
import { PickerSkeleton } from './picker-skeleton.tsx'
import type { ChosenTime } from './propose-picker.tsx'
import { useProposeTime } from './proposals.api.ts'
import { bookableDays } from './today.ts'

const ProposePicker = lazyPart(() => import('./propose-picker.tsx'))

export type ProposableBooking = CancellableVisit & {
  id: string
  time_zone: string
  city: string
  /** For the client: whose free times the dialog offers, and for which visit. */
  professional?: { user_id: string; times_stated?: true | undefined } | undefined
  zip_code?: string
  service_type?: ServiceType
  estimated_hours?: number
}

type ProposeDialogProps = {
  booking: ProposableBooking
  /** The name of the other side. */
  name: string
  /** The open proposal of the other side that this one answers. */
  counterTo?: string | undefined
  onClose: () => void
}

/**
 * Asks for another date and time, and a note for the other side. To a client it offers the free times of a professional
 * who has stated their hours. A refusal that names free times offers them.
 * rule: proposals, instant-move, booking-taken
 */
export function ProposeDialog({ booking, name, counterTo, onClose }: ProposeDialogProps) {
  const { t } = useTranslation('bookings')
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const [note, setNote] = useState('')
  const propose = useProposeTime(booking.id)
  const user = useUser()
  // Whether the time is free and the professional books at once, only the answer tells. rule: instant-move
  const [mayMoveAtOnce] = useState(
    () => user?.role === 'client' && booking.status === 'accepted' && !isLateNow(booking),
  )
  const [isIncomplete, setIsIncomplete] = useState(false)
  const problems = useProblems(propose.error, isIncomplete ? { date, time } : undefined)
  const nextSlots = isIncomplete ? undefined : nextSlotsOf(propose.error)
  const dateField = useRef<HTMLInputElement>(null)
  const choose = ({ booking_date, booking_time }: ChosenTime) => {
    setDate(booking_date)
    setTime(booking_time)
    propose.reset()
    // The button goes with the list.
    dateField.current?.focus()
  }
  const send = async () => {
    setIsIncomplete(!date || !time)
    if (!date || !time) return
    const body = { booking_date: date, booking_time: time, note }
    try {
      const sent = counterTo ? { ...body, counter_to: counterTo } : body
      const { proposal } = await propose.mutateAsync(sent)
      toast.success(t(proposal.status === 'accepted' ? 'proposal.done.accepted' : 'proposal.sent'))
      onClose()
    } catch {
      // The dialog shows `propose.error`.
    }
  }
  return (
    <FormDialog
      title={t('proposal.open')}
      submit={t('proposal.send')}
      busy={propose.isPending}
      back={t('proposal.cancel')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <WhichVisit booking={booking} name={name} />
      {problems.other && nextSlots ? (
        <NextSlots problem={problems.other} slots={nextSlots} onChoose={choose} />
      ) : (
        problems.other && <MessageBox tone="problem">{problems.other}</MessageBox>
      )}
      <FreeTimes booking={booking} problem={problems.booking_date} onChoose={choose}>
        <TimeFields
          dateField={dateField}
          date={date}
          time={time}
          problems={problems}
          onDate={setDate}
          onTime={setTime}
        />
      </FreeTimes>
      <TextareaField
        label={t('proposal.note')}
        help={t(mayMoveAtOnce ? 'proposal.note_help_at_once' : 'proposal.note_help')}
        rows={3}
        maxLength={PROPOSAL_NOTE_LENGTH_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <CodeHint text={note} />
    </FormDialog>
  )
}

/** The name of the other side, and the time that the visit has now. */
function WhichVisit({ booking, name }: Pick<ProposeDialogProps, 'booking' | 'name'>) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <p>
      <strong className="block font-semibold">{name}</strong>
      <span className="block first-letter:uppercase">
        {t('visit_time', {
          time: format.visit(booking.starts_at, booking.time_zone),
          city: booking.city,
        })}
      </span>
    </p>
  )
}

type FreeTimesProps = {
  booking: ProposableBooking
  /** What is wrong with the date, while the fields do not say it. */
  problem: string | undefined
  onChoose: (time: ChosenTime) => void
  /** The fields for any time. */
  children: ReactNode
}

/** The free times of a professional who has stated their hours, or the fields for any time. rule: slot-picker */
function FreeTimes({ booking, problem, onChoose, children }: FreeTimesProps) {
  const { t } = useTranslation('bookings')
  const { professional, zip_code, service_type, estimated_hours } = booking
  const isStated = professional?.times_stated && zip_code && service_type && estimated_hours
  // Hours that are stated while the dialog is open do not take the fields away.
  const [isPicking, setIsPicking] = useState(Boolean(isStated))
  if (!isStated) return children
  if (!isPicking) {
    return (
      <>
        {children}
        <Button look="link" className="-ml-5 self-start" onClick={() => setIsPicking(true)}>
          {t('slots.back')}
        </Button>
      </>
    )
  }
  return (
    <Suspense fallback={<PickerSkeleton />}>
      <ProposePicker
        professionalId={professional.user_id}
        moved={booking}
        visit={{ zip_code, service_type, estimated_hours }}
        problem={problem}
        fields={children}
        onChoose={onChoose}
        onOther={() => setIsPicking(false)}
        onClose={() => setIsPicking(false)}
      />
    </Suspense>
  )
}

type TimeFieldsProps = {
  dateField: RefObject<HTMLInputElement | null>
  date: string
  time: string
  problems: Problems
  onDate: (date: string) => void
  onTime: (time: string) => void
}

function TimeFields({ dateField, date, time, problems, onDate, onTime }: TimeFieldsProps) {
  const { t } = useTranslation('bookings')
  return (
    <>
      <TextField
        ref={dateField}
        label={t('book.date')}
        type="date"
        required
        {...bookableDays()}
        value={date}
        error={problems.booking_date}
        onChange={(event) => onDate(event.target.value)}
      />
      <TextField
        label={t('book.time')}
        type="time"
        required
        help={t('book.time_help')}
        value={time}
        error={problems.booking_time}
        onChange={(event) => onTime(event.target.value)}
      />
    </>
  )
}

type Problems = { booking_date?: string; booking_time?: string; other?: string }

/** The problems of fields that are missing, or the refusal: at the date, at the time, or above both. */
function useProblems(
  error: Error | null,
  incomplete: { date: string; time: string } | undefined,
): Problems {
  const { t } = useTranslation('errors')
  const problemText = useBookingProblemText()
  if (incomplete) {
    return {
      ...(incomplete.date ? {} : { booking_date: t('date_invalid') }),
      ...(incomplete.time ? {} : { booking_time: t('time_invalid') }),
    }
  }
  if (!error) return {}
  const field = error instanceof Refusal ? bookingFieldOf(error.code) : undefined
  const isOwn = field === 'booking_date' || field === 'booking_time'
  return { [isOwn ? field : 'other']: problemText(error) }
}
