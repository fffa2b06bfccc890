import { useTranslation } from '#web/i18n/use-translation.ts'
import { ClockIcon } from '#web/ui/icons.tsx'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** The background check is under way. */
export const verificationPending: BannerEntry = {
  name: 'verification-pending',
  isDue: ({ data }) => data.verification_status === 'pending',
  Component: function VerificationPending() {
    const { t } = useTranslation('dashboard')
    return (
      <Banner tone="plain" icon={<ClockIcon />} title={t('verification.pending')}>
        {t('verification.pending_help')}
      </Banner>
    )
  },
}
