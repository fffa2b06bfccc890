import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/icons-signed-in.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useMoveBooking } from '#web/features/bookings/use-move-booking.ts'

type AnswerButtonsProps = {
  booking: ProfessionalBooking
  /** After the lists have been read again. */
  onAnswered?: () => void
}

/** Accept or decline a pending request; afterwards the screen shows what is true (professional spec 4, 8). */
export function AnswerButtons({ booking, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation(['dashboard', 'errors'])
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const answer = async (status: 'accepted' | 'declined') => {
    try {
      await move.mutateAsync({ id: booking.id, status })
      toast.success(t(`answer.${status}`))
      onAnswered?.()
    } catch (error) {
      toast.problem(
        error instanceof Refusal && error.status < 500
          ? refusalText(error)
          : t(`answer.failed_${status}`),
      )
    }
  }
  const busy = (status: string) => move.isPending && move.variables.status === status
  return (
    <div className="grid grid-cols-2 gap-3">
      {!booking.may.includes('accepted') && booking.may.includes('declined') && (
        <p className="col-span-2 flex items-start gap-2 rounded-md bg-amber-soft p-3 text-amber">
          <LockIcon className="mt-0.5 size-5 shrink-0" />
          {booking.locked ? t('answer.locked') : t('errors:activate_to_accept')}
        </p>
      )}
      <Button
        wide
        className="min-h-13"
        disabled={move.isPending || !booking.may.includes('accepted')}
        busy={busy('accepted')}
        onClick={() => void answer('accepted')}
      >
        {t('answer.accept')}
      </Button>
      <Button
        wide
        look="quiet"
        className="min-h-13"
        disabled={move.isPending || !booking.may.includes('declined')}
        busy={busy('declined')}
        onClick={() => void answer('declined')}
      >
        {t('answer.decline')}
      </Button>
    </div>
  )
}
