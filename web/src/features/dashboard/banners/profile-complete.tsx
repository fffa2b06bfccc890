import { useTranslation } from '#web/i18n/use-translation.ts'
import { PROFILE_COMPLETE_BANNER_MS } from '#contract/product.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { DashboardData } from '../dashboard.api.ts'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'
import { useHideAfter } from './use-hide-after.ts'

/** Told once, for 5 s (professional spec 2.3, 9). */
export const profileComplete: BannerEntry = {
  name: 'profile-complete',
  isDue: ({ data, seen }) => isComplete(data.profile) && !seen.has('profile-seen'),
  Component: function ProfileComplete({ seen }) {
    const { t } = useTranslation('dashboard')
    useHideAfter(PROFILE_COMPLETE_BANNER_MS, () => seen.keep('profile-seen'))
    return (
      <Banner tone="good" icon={<CheckIcon />} title={t('complete_profile.title')}>
        {t('complete_profile.help')}
      </Banner>
    )
  },
}

/** All that the form asks for is there (professional spec 5). */
function isComplete(profile: DashboardData['profile']): boolean {
  return (
    profile !== null &&
    Boolean(profile.full_name && profile.bio && profile.profile_image_url) &&
    profile.services_offered.length > 0 &&
    profile.service_areas.length > 0
  )
}
