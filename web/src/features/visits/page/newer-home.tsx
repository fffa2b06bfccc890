import { useRefusalText } from '#web/api/refusal-text.ts'
import { useRefreshHome } from '#web/features/bookings/list/bookings.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'

/** The home was edited since it was copied: the client can give the visit the new facts. rule: home-of-booking */
export function NewerHome({ bookingId, version }: { bookingId: string; version: number }) {
  const { t } = useTranslation('price')
  const refusalText = useRefusalText()
  const refresh = useRefreshHome()
  const failure = useFailureToast()
  const copy = async () => {
    failure.clear()
    try {
      await refresh.mutateAsync({ id: bookingId, version })
      toast.success(t('refresh.done'))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-sky p-3">
      <p>{t('refresh.text')}</p>
      <Button look="quiet" busy={refresh.isPending} onClick={() => void copy()}>
        {t('refresh.button')}
      </Button>
    </div>
  )
}
