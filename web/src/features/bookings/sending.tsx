import { useTranslation } from 'react-i18next'
import { Spinner } from '../../ui/icons.tsx'

/** Between confirming and the answer. */
export function Sending() {
  const { t } = useTranslation('bookings')
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-soft">
      <Spinner />
      {t('book.sending_help')}
    </p>
  )
}
