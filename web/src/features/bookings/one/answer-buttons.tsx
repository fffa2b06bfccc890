import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { useAnswer } from './use-answer.ts'
import type { AnswerableBooking } from './use-answer.ts'

type AnswerButtonsProps = {
  booking: AnswerableBooking
  /** Called after the answer, when the lists have been read again. */
  onAnswered?: () => void
}

/**
 * Accept and Decline of a pending request, as far as `may` allows them. rule: booking-moves,
 * lead-locked
 */
export function AnswerButtons({ booking, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation('dashboard')
  const answer = useAnswer(booking, onAnswered)
  return (
    <div className="grid grid-cols-2 gap-3">
      {!answer.mayAccept && answer.mayDecline && (
        <p className="col-span-2 flex items-start gap-2 rounded-md bg-amber-soft p-3 text-amber">
          <LockIcon className="mt-0.5 size-5 shrink-0" />
          <WhyNoAccept booking={booking} />
        </p>
      )}
      <Button
        wide
        className="min-h-13"
        disabled={!answer.canAccept}
        busy={answer.isSending('accepted')}
        onClick={() => answer.send('accepted')}
      >
        {t('answer.accept')}
      </Button>
      <Button
        wide
        look="quiet"
        className="min-h-13"
        disabled={!answer.canDecline}
        busy={answer.isSending('declined')}
        onClick={() => answer.send('declined')}
      >
        {t('answer.decline')}
      </Button>
      {booking.series && (
        <div className="col-span-2">
          <AcceptFirst booking={booking} onAnswered={onAnswered} />
        </div>
      )}
    </div>
  )
}

/** Why a request can only be declined. rule: lead-locked */
export function WhyNoAccept({ booking }: { booking: AnswerableBooking }) {
  const { t } = useTranslation(['dashboard', 'errors'])
  if (booking.closed) return t(`errors:${LEAD_CLOSED[booking.closed]}`)
  return t(booking.locked ? 'answer.locked' : 'errors:activate_to_accept')
}

/** Accepts only the first of the regular visits that a request asks for. rule: series-request */
export function AcceptFirst({ booking, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation('series')
  const answer = useAnswer(booking, onAnswered)
  return (
    <Button
      wide
      look="quiet"
      disabled={!answer.canAccept}
      busy={answer.isSending('first_only')}
      onClick={() => answer.send('first_only')}
    >
      {t('asked.first_only')}
    </Button>
  )
}
