import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import { useFailureText } from '#web/api/failure-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useMoveBooking } from '../list/bookings.api.ts'

type AnswerButtonsProps = {
  booking: Pick<ProfessionalBooking, 'id' | 'may' | 'locked' | 'closed'> & {
    /** The series, if the request is for regular visits. */
    series?: { id: string } | null
  }
  /** Called after the answer, when the lists have been read again. */
  onAnswered?: () => void
}

/**
 * Accept and Decline of a pending request, as far as `may` allows them. rule: booking-accept, booking-moves,
 * lead-locked
 */
export function AnswerButtons({ booking, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation(['dashboard', 'errors', 'series'])
  const failureText = useFailureText()
  const move = useMoveBooking()
  const failure = useFailureToast()
  const canAccept = booking.may.includes('accepted')
  const canDecline = booking.may.includes('declined')
  const answer = async (status: 'accepted' | 'declined', series: 'all' | 'first_only' = 'all') => {
    failure.clear()
    try {
      await move.mutateAsync({ id: booking.id, status, ...(booking.series ? { series } : {}) })
      toast.success(t(`answer.${status}`))
      onAnswered?.()
    } catch (error) {
      failure.show(failureText(t(`answer.failed_${status}`), error))
    }
  }
  const isSending = (status: string) => move.isPending && move.variables.status === status
  const isFirstOnly = move.variables?.series === 'first_only'
  return (
    <div className="grid grid-cols-2 gap-3">
      {!canAccept && canDecline && (
        <p className="col-span-2 flex items-start gap-2 rounded-md bg-amber-soft p-3 text-amber">
          <LockIcon className="mt-0.5 size-5 shrink-0" />
          {booking.closed
            ? t(`errors:${LEAD_CLOSED[booking.closed]}`)
            : t(booking.locked ? 'answer.locked' : 'errors:activate_to_accept')}
        </p>
      )}
      <Button
        wide
        className="min-h-13"
        disabled={move.isPending || !canAccept}
        busy={isSending('accepted') && !isFirstOnly}
        onClick={() => void answer('accepted')}
      >
        {t('answer.accept')}
      </Button>
      <Button
        wide
        look="quiet"
        className="min-h-13"
        disabled={move.isPending || !canDecline}
        busy={isSending('declined')}
        onClick={() => void answer('declined')}
      >
        {t('answer.decline')}
      </Button>
      {booking.series && (
        <Button
          wide
          look="quiet"
          className="col-span-2"
          disabled={move.isPending || !canAccept}
          busy={isSending('accepted') && isFirstOnly}
          onClick={() => void answer('accepted', 'first_only')}
        >
          {t('series:asked.first_only')}
        </Button>
      )}
    </div>
  )
}
