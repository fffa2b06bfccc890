import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** An operator did not approve the check (decision 35): when, what it means, and the way to give the number again. */
export const verificationRejected: BannerEntry = {
  name: 'verification-rejected',
  isDue: ({ data }) => data.verification_rejected_at !== null,
  Component: function VerificationRejected({ data }) {
    const { t } = useTranslation('dashboard')
    const format = useFormat()
    const at = data.verification_rejected_at
    return (
      <Banner
        tone="waiting"
        icon={<WarningIcon />}
        title={t('verification.rejected')}
        action={
          <ButtonLink look="quiet" href={dashboardAddress('verify')}>
            {t('verification.again')}
          </ButtonLink>
        }
      >
        {at && t('verification.rejected_help', { date: format.date(at, browserTimeZone()) })}
      </Banner>
    )
  },
}
