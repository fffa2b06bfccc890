import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { ContactForm } from '#web/features/support/contact-form.tsx'

defineView('contact', {
  head: ({ t }) => ({ title: t('support:title') }),
  Component: Contact,
  Pending: AuthPending,
})

function Contact() {
  const { t } = useTranslation('support')
  return (
    <AuthFrame title={t('title')} intro={t('intro')}>
      <ContactForm />
    </AuthFrame>
  )
}
