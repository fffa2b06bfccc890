import { useTranslation } from '#web/i18n/use-translation.ts'
import { MARKETING_CLAIMS, MORE_BOOKINGS_CLAIM } from '#contract/product.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ShieldIcon } from '#web/ui/icons.tsx'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** Offers the background check to who has a profile and gave no number yet (professional spec 1, 2.3, 9). */
export const verificationPrompt: BannerEntry = {
  name: 'verification-prompt',
  isDue: ({ data }) =>
    data.profile !== null &&
    data.verification_status === 'not_submitted' &&
    data.verification_rejected_at === null,
  Component: function VerificationPrompt() {
    const { t } = useTranslation('verification')
    return (
      <Banner
        tone="plain"
        icon={<ShieldIcon />}
        title={t('prompt.title')}
        action={
          <ButtonLink look="quiet" href={dashboardAddress('verify')}>
            {t('prompt.open')}
          </ButtonLink>
        }
      >
        {MARKETING_CLAIMS && `${t('prompt.claim', { percent: MORE_BOOKINGS_CLAIM })} `}
        {t('prompt.help')}
      </Banner>
    )
  },
}
