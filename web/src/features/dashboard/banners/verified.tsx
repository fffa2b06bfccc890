import { useTranslation } from '#web/i18n/use-translation.ts'
import { VERIFIED_BANNER_MS } from '#contract/product.ts'
import { ShieldIcon } from '#web/ui/icons.tsx'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'
import { useHideAfter } from './use-hide-after.ts'

/** Congratulates once, for 7 s (professional spec 2.3, 9). */
export const verified: BannerEntry = {
  name: 'verified',
  isDue: ({ data, seen }) =>
    data.verification_status === 'verified' && !seen.has('verification-seen'),
  Component: function Verified({ seen }) {
    const { t } = useTranslation('dashboard')
    useHideAfter(VERIFIED_BANNER_MS, () => seen.keep('verification-seen'))
    return (
      <Banner tone="good" icon={<ShieldIcon />} title={t('verification.verified')}>
        {t('verification.verified_help')}
      </Banner>
    )
  },
}
