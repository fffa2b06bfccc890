import { useTranslation } from 'react-i18next'
import { InfoIcon } from '../../../ui/icons.tsx'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** Without a profile nobody finds her. */
export const noProfile: BannerEntry = {
  name: 'no-profile',
  isDue: ({ data }) => data.profile === null,
  Component: function NoProfile() {
    const { t } = useTranslation('dashboard')
    return (
      <Banner tone="waiting" icon={<InfoIcon />} title={t('state.no_profile')}>
        {t('state.no_profile_help')}
      </Banner>
    )
  },
}
