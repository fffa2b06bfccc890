import { memo, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import type { BookingCard as Booking } from '#contract/talk/messaging.ts'
import type { Role } from '#contract/product.ts'
import { AnswerButtons } from '#web/features/bookings/one/answer-buttons.tsx'
import { visitAddress, seriesAddress } from '#web/features/bookings/list/booking-address.ts'
import { VisitTime } from '#web/features/bookings/one/booking-facts.tsx'
import { PhaseBadge } from '#web/features/bookings/one/phase-word.tsx'
import { CancelDialog } from '#web/features/bookings/one/cancel-dialog.tsx'
import { ProposalPanel } from '#web/features/bookings/one/proposal-panel.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { Button } from '#web/ui/button.tsx'
import { CalendarIcon } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { eventSentence } from './event-sentence.ts'
import { BookingWork } from './booking-summary.tsx'
import { SentAt } from './message-time.tsx'
import type { Message } from '../messages/messaging.api.ts'

type BookingCardProps = {
  message: Message
  me: User
  /** The name of the other side. */
  name: string
  /** It is the newest card of its booking, so it has the buttons. */
  isNewest: boolean
}

/** An event of a booking, as a card in the thread. rules: booking-cards, hydration */
export const BookingCard = memo(function BookingCard({
  message,
  me,
  name,
  isNewest,
}: BookingCardProps) {
  const { t } = useTranslation(['messaging', 'series'])
  const { booking, booking_event: event, timestamp } = message
  if (!booking || !event) return null
  const mine = message.sender_id === me.id
  return (
    <article className="mx-auto flex w-full max-w-110 flex-col gap-3 rounded-lg border border-line bg-paper p-4">
      <header className="flex items-start gap-3">
        <CalendarIcon className="mt-0.5 size-5 shrink-0 text-action" />
        <div className="min-w-0 grow">
          <p className="font-medium">{eventSentence(t, { ...booking, event, mine }, name)}</p>
          <p className="first-letter:uppercase">
            <VisitTime booking={booking} />
          </p>
          <p className="text-soft">
            <BookingWork booking={booking} />
          </p>
        </div>
        <SentAt instant={timestamp} className="tabular shrink-0 text-sm text-soft" />
      </header>
      {isNewest && (
        <>
          <p>
            <PhaseBadge visit={booking} />
          </p>
          <ProposalPanel booking={booking} name={name} />
          <Actions booking={booking} name={name} reader={me.role} />
          {booking.series_id && (
            <TextLink href={seriesAddress(booking.series_id)}>{t('series:asked.link')}</TextLink>
          )}
        </>
      )}
    </article>
  )
})

/** Offers only moves of `may`. A professional who can decline sees no Cancel. rule: booking-moves */
function Actions({ booking, name, reader }: { booking: Booking; name: string; reader: Role }) {
  const { t } = useTranslation('bookings')
  const [isCancelling, setIsCancelling] = useState(false)
  const { id, series_id } = booking
  const series = series_id ? { id: series_id } : null
  // A thread that an earlier version stored for offline reading has no `may`.
  const may = (booking as Partial<Booking>).may ?? []
  const canAnswer = may.includes('declined')
  const canCancel = may.includes('cancelled') && !canAnswer
  if (!canAnswer && !canCancel) return null
  return (
    <div>
      {canAnswer && <AnswerButtons booking={{ id, may, locked: false, series }} />}
      {canCancel && (
        <Button look="danger" onClick={() => setIsCancelling(true)}>
          {t('cancel.open')}
        </Button>
      )}
      {isCancelling && (
        <CancelDialog
          booking={booking}
          side={reader}
          when={<VisitTime booking={booking} />}
          name={name}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </div>
  )
}

/** The newest pending or accepted booking, above the thread. rule: booking-cards */
export function PinnedBooking({
  messages,
  reader,
}: {
  messages: readonly Message[]
  reader: Role
}) {
  const { t } = useTranslation('bookings')
  const booking = messages.findLast(
    (message) => message.booking?.status === 'pending' || message.booking?.status === 'accepted',
  )?.booking
  if (!booking) return null
  const href = reader === 'client' ? visitAddress(booking.id) : dashboardAddress('bookings')
  return (
    <Link
      href={href}
      className="pinned flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper px-4 py-2 hover:bg-mint focus-visible:-outline-offset-2 md:px-6"
    >
      <span className="min-w-0 grow basis-56">
        <span className="block font-medium text-pretty first-letter:uppercase">
          <VisitTime booking={booking} />
        </span>
        <span className="block text-sm wrap-anywhere text-soft">
          <BookingWork booking={booking} />
        </span>
      </span>
      <PhaseBadge visit={booking} />
      <span className="font-medium text-action underline decoration-1 underline-offset-4 max-lg:sr-only">
        {t('details')}
      </span>
    </Link>
  )
}
