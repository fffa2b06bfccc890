import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { ContactForm } from '#web/features/talk/support/contact-form.tsx'

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
