import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { bookingFieldOf } from '#contract/booking-fields.ts'
import { PROPOSAL_NOTE_LENGTH_MAX } from '#contract/product.ts'
import type { NextSlot } from '#contract/slots.ts'
import { Refusal } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { CodeHint } from '#web/ui/code-hint.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useBookingProblemText } from './booking-problem-text.ts'
import { isLateNow } from './late.tsx'
import type { CancellableVisit } from './late.tsx'
import { NextSlots, nextSlotsOf } from './next-slots.tsx'
import { useProposeTime } from './proposals.api.ts'
import { bookableDays } from './today.ts'

export type ProposableBooking = CancellableVisit & { id: string; time_zone: string; city: string }

type ProposeDialogProps = {
  booking: ProposableBooking
  /** The name of the other side. */
  name: string
  /** The open proposal of the other side that this one answers. */
  counterTo?: string | undefined
  onClose: () => void
}

/**
 * Asks for another date and time, and a note for the other side. A refusal that names free times offers them.
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
  const choose = ({ booking_date, booking_time }: NextSlot) => {
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
      <TimeFields
        dateField={dateField}
        date={date}
        time={time}
        problems={problems}
        onDate={setDate}
        onTime={setTime}
      />
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
