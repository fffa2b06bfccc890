import { Suspense, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { bookingFieldOf } from '#contract/bookings/booking-fields.ts'
import { PROPOSAL_NOTE_LENGTH_MAX } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { Refusal } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useBookingProblemText } from './booking-problem-text.ts'
import { isLateNow } from './late.tsx'
import type { CancellableVisit } from './late.tsx'
import { NextSlots, nextSlotsOf } from '../times/next-slots.tsx'
import { PickerSkeleton } from '../times/picker-skeleton.tsx'
import type { ChosenTime } from './propose-picker.tsx'
import { useProposeTime } from './proposals.api.ts'
import { useVisitTime } from './use-visit-time.ts'
import { bookableDays } from '../times/today.ts'

const ProposePicker = lazyPart(() => import('./propose-picker.tsx'))

export type ProposableBooking = CancellableVisit & {
  id: string
  time_zone: string
  city: string
  /** The professional whose free times the dialog offers to the client. */
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
 * rule: proposals, booking-dialog
 */
export function ProposeDialog({ booking, name, counterTo, onClose }: ProposeDialogProps) {
  const { t } = useTranslation('bookings')
  const [note, setNote] = useState('')
  const propose = useProposeTime(booking.id)
  const time = useChosenTime(propose.reset)
  const { booking_date, booking_time } = time.chosen
  const dateField = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLDivElement>(null)
  const chooseNext = (slot: ChosenTime) => {
    time.chooseNext(slot)
    // The button goes with the list.
    const field = dateField.current ?? picker.current
    field?.focus()
  }
  const user = useUser()
  // Whether the time is free and the professional books at once, only the answer tells. rule: proposals
  const [mayMoveAtOnce] = useState(
    () => user?.role === 'client' && booking.status === 'accepted' && !isLateNow(booking),
  )
  const [isIncomplete, setIsIncomplete] = useState(false)
  const problems = useProblems(propose.error, isIncomplete ? time.chosen : undefined)
  const nextSlots = isIncomplete ? undefined : nextSlotsOf(propose.error)
  const send = async () => {
    setIsIncomplete(!booking_date || !booking_time)
    if (!booking_date || !booking_time) return
    const body = { ...time.chosen, note }
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
        <NextSlots problem={problems.other} slots={nextSlots} onChoose={chooseNext} />
      ) : (
        problems.other && <MessageBox tone="problem">{problems.other}</MessageBox>
      )}
      <FreeTimes booking={booking} name={name} problems={problems} time={time} pickerRef={picker}>
        <TimeFields time={time} problems={problems} dateField={dateField} />
      </FreeTimes>
      <TextareaField
        label={t('proposal.note')}
        help={t(mayMoveAtOnce ? 'proposal.note_help_at_once' : 'proposal.note_help', {
          name: firstNameOf(name),
        })}
        rows={3}
        maxLength={PROPOSAL_NOTE_LENGTH_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <CodeHint text={note} />
    </FormDialog>
  )
}

/** The time that is chosen in the picker, in the fields, or among the next free ones. rule: booking-dialog */
function useChosenTime(endRefusal: () => void) {
  const [chosen, setChosen] = useState<ChosenTime>({ booking_date: '', booking_time: '' })
  // Another number shows the picker anew, at the chosen time.
  const [pickerKey, setPickerKey] = useState(0)
  const choose = (time: ChosenTime) => {
    setChosen(time)
    endRefusal()
  }
  const chooseNext = ({ booking_date, booking_time }: ChosenTime) => {
    choose({ booking_date, booking_time })
    setPickerKey(pickerKey + 1)
  }
  return { chosen, setChosen, choose, chooseNext, pickerKey }
}

type Time = ReturnType<typeof useChosenTime>

/** The name of the other side, and the time that the visit has now. */
function WhichVisit({ booking, name }: Pick<ProposeDialogProps, 'booking' | 'name'>) {
  const visitTime = useVisitTime()
  return (
    <p>
      <strong className="block font-semibold">{name}</strong>
      <span className="block first-letter:uppercase">{visitTime(booking.starts_at, booking)}</span>
    </p>
  )
}

type FreeTimesProps = {
  booking: ProposableBooking
  name: string
  /** The missing or refused choices, for the picker. */
  problems: Problems
  time: Time
  pickerRef: RefObject<HTMLDivElement | null>
  /** The fields for any time. */
  children: ReactNode
}

/** The free times of a professional who has stated their hours, or the fields for any time. rule: slot-picker */
function FreeTimes({ booking, name, problems, time, pickerRef, children }: FreeTimesProps) {
  const { t } = useTranslation('bookings')
  const { professional, zip_code, service_type, estimated_hours } = booking
  const isStated = professional?.times_stated && zip_code && service_type && estimated_hours
  // Hours that are stated while the dialog is open do not take the fields away, nor their focus.
  const [isPicking, setIsPicking] = useState(Boolean(isStated))
  if (!isStated || !isPicking) {
    return (
      <>
        {children}
        {isStated && (
          <Button look="link" className="-ml-5 self-start" onClick={() => setIsPicking(true)}>
            {t('slots.back')}
          </Button>
        )}
      </>
    )
  }
  return (
    <div ref={pickerRef} tabIndex={-1} data-first-field className="outline-none">
      <Suspense fallback={<PickerSkeleton />}>
        <ProposePicker
          key={time.pickerKey}
          professionalId={professional.user_id}
          name={name}
          moved={booking}
          visit={{ zip_code, service_type, estimated_hours }}
          chosen={time.chosen}
          problems={problems}
          fields={children}
          onChoose={time.choose}
          onOther={() => setIsPicking(false)}
          onClose={() => setIsPicking(false)}
        />
      </Suspense>
    </div>
  )
}

type TimeFieldsProps = {
  time: Time
  problems: Problems
  dateField: RefObject<HTMLInputElement | null>
}

function TimeFields({ time: { chosen, setChosen }, problems, dateField }: TimeFieldsProps) {
  const { t } = useTranslation('bookings')
  return (
    <>
      <TextField
        ref={dateField}
        label={t('book.date')}
        type="date"
        required
        {...bookableDays()}
        value={chosen.booking_date}
        error={problems.booking_date}
        onChange={({ target }) => setChosen({ ...chosen, booking_date: target.value })}
      />
      <TextField
        label={t('book.time')}
        type="time"
        required
        help={t('book.time_help')}
        value={chosen.booking_time}
        error={problems.booking_time}
        onChange={({ target }) => setChosen({ ...chosen, booking_time: target.value })}
      />
    </>
  )
}

type Problems = { booking_date?: string; booking_time?: string; other?: string }

/** The problems of fields that are missing, or the refusal: at the date, at the time, or above both. */
function useProblems(error: Error | null, incomplete: ChosenTime | undefined): Problems {
  const { t } = useTranslation('errors')
  const problemText = useBookingProblemText()
  if (incomplete) {
    return {
      ...(incomplete.booking_date ? {} : { booking_date: t('date_invalid') }),
      ...(incomplete.booking_time ? {} : { booking_time: t('time_invalid') }),
    }
  }
  if (!error) return {}
  const field = error instanceof Refusal ? bookingFieldOf(error.code) : undefined
  const isOwn = field === 'booking_date' || field === 'booking_time'
  return { [isOwn ? field : 'other']: problemText(error) }
}
