import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ContactButton } from '#web/features/messaging/contact-button.tsx'

type ContactProps = {
  name: string
  clientId: string
  professionalId: string
  onClose: () => void
}

/** Asks a new client, who signed up in order to write, to start the conversation. Only the button starts it. */
export default function ContactDialog({ name, clientId, professionalId, onClose }: ContactProps) {
  const { t } = useTranslation('professionals')
  return (
    <Dialog
      title={t('contact_title', { name })}
      onClose={onClose}
      footer={
        <ContactButton clientId={clientId} professionalId={professionalId} look="primary" wide>
          {t('contact_action')}
        </ContactButton>
      }
    >
      <p className="measure">{t('contact_text', { name })}</p>
    </Dialog>
  )
}
