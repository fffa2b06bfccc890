import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import { useClaim } from '#web/features/trust/claims/claims.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { CalendarIcon, ShieldIcon, BroomIcon, WalletIcon } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The four features, each with one sentence. One whose claim is off is left out. rule: home-first-view, claims */
export function Features() {
  const { t } = useTranslation(['home', 'app'])
  const checked = useClaim('background_checked')
  const instant = useClaim('instant_booking')
  const payments = useClaim('secure_payments')
  return (
    <section aria-labelledby="features" className="page">
      <h2 id="features" className="text-2xl md:text-3xl">
        {t('features_title')}
      </h2>
      <div className="mt-3 grid gap-x-8 gap-y-3 sm:mt-6 sm:gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        <Feature icon={<BroomIcon />} title={t('professional')}>
          {t('professional_text')}
        </Feature>
        {checked && (
          <Feature icon={<ShieldIcon />} title={t('checked')} share={checked.measured}>
            {t('checked_text')}
          </Feature>
        )}
        {instant && (
          <Feature icon={<CalendarIcon />} title={t('instant')} share={instant.measured}>
            {t('instant_text', { hours: BOOKING_ANSWER_HOURS })}
          </Feature>
        )}
        {payments && (
          <Feature icon={<WalletIcon />} title={t('payments')}>
            {t('payments_text')}
          </Feature>
        )}
      </div>
      <TextLink href="/help/measures">{t('app:measures')}</TextLink>
    </section>
  )
}

function Feature({
  icon,
  title,
  share = null,
  children,
}: {
  icon: ReactNode
  title: string
  /** The measured share of the professionals in search. */
  share?: number | null
  children: ReactNode
}) {
  const { t } = useTranslation('home')
  const format = useFormat()
  return (
    <div className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 border-action sm:grid-cols-1 sm:gap-y-2 sm:border-t-2 sm:pt-3">
      <span className="row-span-3 text-action sm:row-span-1 [&>svg]:size-7">{icon}</span>
      <h3 className="text-lg">{title}</h3>
      <p className="text-soft">{children}</p>
      {share !== null && (
        <p className="text-sm font-semibold">{t('measured', { percent: format.number(share) })}</p>
      )}
    </div>
  )
}
