import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ContactButton } from '#web/features/market/professionals/contact-button.tsx'

type ContactProps = {
  name: string
  clientId: string
  professionalId: string
  onClose: () => void
}

/** Asks a new client, who signed up in order to write, to start the conversation. Only the button starts it. */
export default function ContactDialog({ name, clientId, professionalId, onClose }: ContactProps) {
  const { t } = useTranslation(['bookings', 'messaging'])
  return (
    <Dialog
      title={t('messaging:start.title', { name })}
      onClose={onClose}
      footer={
        <ContactButton clientId={clientId} professionalId={professionalId} look="primary" wide>
          {t('messaging:start.action')}
        </ContactButton>
      }
    >
      <p className="measure">{t('messaging:start.text', { name })}</p>
      <p className="measure mt-3 text-soft">{t('contact_passes', { name })}</p>
    </Dialog>
  )
}
