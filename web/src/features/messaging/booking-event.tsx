import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingCard } from '#contract/messaging.ts'
import type { User } from '#contract/identity.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CalendarIcon } from '#web/ui/icons.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CancelDialog } from '#web/features/bookings/cancel-dialog.tsx'
import { StatusBadge } from '#web/features/bookings/status-badge.tsx'
import { useMoveBooking } from '#web/features/bookings/use-move-booking.ts'
import { BookingTime, BookingWork } from './booking-words.tsx'
import type { Message } from './messaging.api.ts'
import { SentAt } from './sent-at.tsx'

type BookingEventProps = {
  message: Message
  me: User
  /** Of the other side. */
  name: string
  /** It is the newest card of its booking, which has the buttons. */
  latest: boolean
}

/** What happened to a booking, as a card in the thread, with what may be done about it now. */
export function BookingEvent({ message, me, name, latest }: BookingEventProps) {
  const { t } = useTranslation('messaging')
  const { booking, booking_event: event, timestamp } = message
  if (!booking || !event) return null
  const mine = message.sender_id === me.id
  return (
    <article className="mx-auto flex w-full max-w-110 flex-col gap-3 rounded-lg border border-line bg-paper p-4">
      <header className="flex items-start gap-3">
        <CalendarIcon className="mt-0.5 size-5 shrink-0 text-action" />
        <div className="min-w-0 grow">
          <p className="font-medium">
            {mine ? t(`event_you.${event}`) : t(`event.${event}`, { name })}
          </p>
          <p className="first-letter:uppercase">
            <BookingTime booking={booking} />
          </p>
          <p className="text-soft">
            <BookingWork booking={booking} />
          </p>
        </div>
        <SentAt instant={timestamp} className="tabular shrink-0 text-sm text-soft" />
      </header>
      {latest && (
        <>
          <p>
            <StatusBadge status={booking.status} />
          </p>
          <Actions booking={booking} me={me} name={name} />
        </>
      )}
    </article>
  )
}

function Actions({ booking, me, name }: { booking: BookingCard; me: User; name: string }) {
  const { t } = useTranslation(['messaging', 'dashboard', 'bookings'])
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const [cancelling, setCancelling] = useState(false)
  const answers = me.role === 'professional' && booking.status === 'pending'
  const cancels = booking.status === 'accepted' || (!answers && booking.status === 'pending')
  const answer = async (status: 'accepted' | 'declined') => {
    try {
      await move.mutateAsync({ id: booking.id, status })
      toast.success(t(`dashboard:answer.${status}`))
    } catch (error) {
      const told = error instanceof Refusal && error.status < 500
      toast.problem(told ? refusalText(error) : t(`dashboard:answer.failed_${status}`))
    }
  }
  const busy = (status: string) => move.isPending && move.variables.status === status
  if (!answers && !cancels) return null
  return (
    <div className="flex flex-wrap gap-3">
      {answers && (
        <>
          <Button
            className="grow"
            disabled={move.isPending}
            busy={busy('accepted')}
            onClick={() => void answer('accepted')}
          >
            {t('dashboard:answer.accept')}
          </Button>
          <Button
            look="quiet"
            className="grow"
            disabled={move.isPending}
            busy={busy('declined')}
            onClick={() => void answer('declined')}
          >
            {t('dashboard:answer.decline')}
          </Button>
        </>
      )}
      {cancels && (
        <Button look="danger" onClick={() => setCancelling(true)}>
          {t('bookings:cancel.open')}
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          id={booking.id}
          when={<BookingTime booking={booking} />}
          name={name}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  )
}
