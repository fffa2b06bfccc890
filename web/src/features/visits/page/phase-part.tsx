import type { ClientBookingDetail, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { BookAgain } from '#web/features/bookings/dialog/book-again.tsx'
import { AnswerButtons } from '#web/features/bookings/one/answer-buttons.tsx'
import { StatusSentence } from '#web/features/bookings/one/booking-status.tsx'
import { ProposalPanel } from '#web/features/bookings/one/proposal-panel.tsx'
import { AskedVisits } from '#web/features/bookings/series/asked-visits.tsx'
import { Alternatives } from '#web/features/bookings/times/alternatives.tsx'
import { OutsideMarks } from '#web/features/bookings/times/outside-marks.tsx'
import type { AgreedBooking } from './visit-plan.tsx'

type PhaseProps = { booking: AgreedBooking; name: string }

/** Questions to the reader before and after the day: an answer, or another visit. rule: visit-view */
export function PhasePart({ booking, name }: PhaseProps) {
  const isClient = 'professional' in booking
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      <ProposalPanel booking={booking} name={name} />
      <OutsideMarks booking={booking} />
      <StatusSentence booking={booking} reader={isClient ? 'client' : 'professional'} />
      {isClient ? <Alternatives booking={booking} /> : <Request booking={booking} />}
    </div>
  )
}

/** rule: booking-moves */
function Request({ booking }: { booking: ProfessionalBooking }) {
  if (booking.status !== 'pending') return null
  return (
    <>
      {booking.series && <AskedVisits id={booking.series.id} />}
      <AnswerButtons booking={booking} />
    </>
  )
}

/** Offers to book the visit again after it is over. rule: booking-again */
export function OnceMore({ booking }: { booking: ClientBookingDetail }) {
  const { status, professional } = booking
  if (status === 'pending' || status === 'accepted' || !professional.reachable) return null
  return (
    <div className="flex flex-col gap-3 sm:items-start">
      <BookAgain booking={booking} showsNextFree />
    </div>
  )
}
