import { useRefusalText } from '#web/api/refusal-text.ts'
import { useMoveBooking } from '#web/features/bookings/list/bookings.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'

/** Marks a visit that has begun as completed. rule: booking-moves */
export function CompleteButton({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('dashboard')
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const failure = useFailureToast()
  const complete = async () => {
    failure.clear()
    try {
      await move.mutateAsync({ id: bookingId, status: 'completed' })
      toast.success(t('complete.done'))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <Button look="quiet" busy={move.isPending} onClick={() => void complete()}>
      {t('complete.mark')}
    </Button>
  )
}
