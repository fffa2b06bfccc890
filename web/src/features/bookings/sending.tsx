import { useTranslation } from '#web/i18n/use-translation.ts'
import { Spinner } from '#web/ui/icons.tsx'
import { focusOnArrival } from './focus-on-arrival.ts'

/** Between confirming and the answer. */
export function Sending() {
  const { t } = useTranslation('bookings')
  return (
    <p
      ref={focusOnArrival}
      tabIndex={-1}
      role="status"
      className="flex items-center justify-center gap-3 py-16 text-soft outline-none"
    >
      <Spinner />
      {t('book.sending_help')}
    </p>
  )
}
