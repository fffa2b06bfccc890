import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ContactProps = {
  name: string
  /** Where the booking request is. */
  bookingAddress: string
  onClose: () => void
}

/** How a client writes to a professional: with a booking request. */
export default function ContactDialog({ name, bookingAddress, onClose }: ContactProps) {
  const { t } = useTranslation('professionals')
  return (
    <Dialog
      title={t('contact_title', { name })}
      onClose={onClose}
      footer={
        <ButtonLink href={bookingAddress} wide>
          {t('contact_action')}
        </ButtonLink>
      }
    >
      <p className="measure">{t('contact_text', { name })}</p>
    </Dialog>
  )
}
