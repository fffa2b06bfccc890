import { useTranslation } from '../../../app/use-translation.ts'
import { useFormat } from '../../../app/format.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { zoneHere } from '../../billing/here.ts'
import { dashboardAddress } from '../dashboard-address.ts'
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
        {at && t('verification.rejected_help', { date: format.date(at, zoneHere()) })}
      </Banner>
    )
  },
}
