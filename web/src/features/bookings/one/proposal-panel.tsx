import { useState } from 'react'
import type { ProposalAnswer } from '#contract/bookings/proposals.ts'
import type { Proposal } from '#contract/bookings/proposals.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import type { ProposableBooking } from './propose-dialog.tsx'
import { useAnswerProposal } from './proposals.api.ts'
import { useVisitTime } from './use-visit-time.ts'

type Booking = ProposableBooking & {
  /** Bookings that an earlier version stored for offline reading have none. */
  proposal?: Proposal | null
  may_move?: boolean
}

type ProposalPanelProps = {
  booking: Booking
  name: string
  /** In a list of visits yes and no are enough; the page of the visit has the note and can propose another time. */
  isInList?: boolean
}

/**
 * The open proposal of a booking, with the answers that the reader can give. `acceptsElsewhere`: another button of the
 * screen accepts it. rule: proposals
 */
export function ProposalPanel({
  booking,
  name,
  isInList = false,
  acceptsElsewhere = false,
}: ProposalPanelProps & { acceptsElsewhere?: boolean }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const visitTime = useVisitTime()
  const role = useUser()?.role
  const { proposal, time_zone } = booking
  if (!proposal) return null
  const isOwn = proposal.by === role
  return (
    <div
      role="group"
      aria-label={t('proposal.title')}
      className="flex flex-col gap-3 rounded-md bg-amber-soft p-4 text-amber"
    >
      <p className="font-medium text-balance">
        <NoBreakText only={/\d/}>
          {t(isOwn ? 'proposal.own' : 'proposal.theirs', {
            name: firstNameOf(name),
            time: visitTime(proposal.starts_at, booking),
            when: format.visit(proposal.expires_at, time_zone),
          })}
        </NoBreakText>
      </p>
      {proposal.outside_hours && proposal.by === 'client' && proposal.may.includes('declined') && (
        <p className="font-medium">{t('outside.stated')}</p>
      )}
      {proposal.note && !isInList && (
        <p className="wrap-anywhere whitespace-pre-line">“{proposal.note}”</p>
      )}
      <Answers
        booking={booking}
        proposal={proposal}
        values={proposal.may.filter((value) => value !== 'accepted' || !acceptsElsewhere)}
        name={name}
        isInList={isInList}
      />
    </div>
  )
}

/** Answers a proposal, and says what happened. */
export function useProposalAnswer(bookingId: string) {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  const send = useAnswerProposal()
  const failure = useFailureToast()
  const answer = async (proposalId: string, value: ProposalAnswer) => {
    failure.clear()
    try {
      await send.mutateAsync({ bookingId, proposalId, answer: value })
      toast.success(t(`proposal.done.${value}`))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return { answer, sent: send.isPending ? send.variables.answer : undefined }
}

type AnswersProps = ProposalPanelProps & {
  proposal: Proposal
  values: readonly ProposalAnswer[]
}

function Answers({ booking, proposal, values, name, isInList }: AnswersProps) {
  const { t } = useTranslation('bookings')
  const { answer, sent } = useProposalAnswer(booking.id)
  const label = {
    accepted: t('proposal.accept'),
    declined: t('proposal.keep'),
    withdrawn: t('proposal.withdraw'),
  }
  const canCounter = !isInList && booking.may_move === true && proposal.may.includes('declined')
  if (proposal.may.length === 0) return null
  return (
    <div
      className={
        isInList
          ? 'grid grid-cols-2 gap-2 *:px-2! sm:flex sm:*:px-5!'
          : 'flex flex-wrap gap-3 max-sm:*:grow'
      }
    >
      {values.map((value) => (
        <Button
          key={value}
          look={value === 'accepted' ? 'primary' : 'quiet'}
          disabled={sent !== undefined}
          busy={sent === value}
          onClick={() => void answer(proposal.id, value)}
        >
          {label[value]}
        </Button>
      ))}
      {canCounter && <ProposeButton booking={booking} name={name} counterTo={proposal.id} />}
    </div>
  )
}

/** Opens the dialog that proposes another time, where the reader can propose one and none is open. rule: proposals */
export function MoveVisit({ booking, name }: Omit<ProposalPanelProps, 'isInList'>) {
  if (!booking.may_move || booking.proposal) return null
  return <ProposeButton booking={booking} name={name} />
}

function ProposeButton({
  booking,
  name,
  counterTo,
}: Pick<ProposalPanelProps, 'booking' | 'name'> & { counterTo?: string }) {
  const { t } = useTranslation('bookings')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {t('proposal.open')}
      </Button>
      {isOpen && (
        <ProposeDialog
          booking={booking}
          name={name}
          counterTo={counterTo}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
