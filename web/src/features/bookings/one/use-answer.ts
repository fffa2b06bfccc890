import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { useFailureText } from '#web/api/failure-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useMoveBooking } from '../list/bookings.api.ts'

export type AnswerableBooking = Pick<ProfessionalBooking, 'id' | 'may' | 'locked' | 'closed'> & {
  /** The series, if the request is for regular visits. */
  series?: { id: string } | null
}

type Answer = 'accepted' | 'declined' | 'first_only'

/**
 * Accepts or declines a request, and says what happened. `onAnswered` is called after the answer, when the lists have
 * been read again. rule: booking-moves
 */
export function useAnswer(booking: AnswerableBooking, onAnswered?: () => void) {
  const { t } = useTranslation('dashboard')
  const failureText = useFailureText()
  const move = useMoveBooking()
  const failure = useFailureToast()
  const send = async (answer: Answer) => {
    const status = answer === 'declined' ? 'declined' : 'accepted'
    const series = answer === 'first_only' ? 'first_only' : 'all'
    failure.clear()
    try {
      await move.mutateAsync({ id: booking.id, status, ...(booking.series ? { series } : {}) })
      toast.success(t(`answer.${status}`))
      onAnswered?.()
    } catch (error) {
      failure.show(failureText(t(`answer.failed_${status}`), error))
    }
  }
  const sent = move.isPending ? move.variables : undefined
  const isFirstOnly = sent?.series === 'first_only'
  return {
    send: (answer: Answer) => void send(answer),
    isSending: (answer: Answer) =>
      sent !== undefined &&
      (answer === 'first_only' ? isFirstOnly : sent.status === answer && !isFirstOnly),
    canAccept: booking.may.includes('accepted') && !move.isPending,
    canDecline: booking.may.includes('declined') && !move.isPending,
    mayAccept: booking.may.includes('accepted'),
    mayDecline: booking.may.includes('declined'),
  }
}
