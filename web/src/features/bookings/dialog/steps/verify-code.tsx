import type { User } from '#contract/people/identity.ts'
import { VerifyCodeForm } from '#web/features/people/verify-code-form.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The code that makes the request an instant booking, where it is needed. rule: booking-dialog */
export function VerifyCode({ client }: { client: User }) {
  const { t } = useTranslation('bookings')
  return (
    <section aria-label={t('book.verify')} className="mt-3 flex flex-col">
      <p className="text-sm wrap-anywhere">{t('book.verify_sent', { email: client.email })}</p>
      <VerifyCodeForm user={client} email={client.email} isShort />
    </section>
  )
}
