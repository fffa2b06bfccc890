import { useTranslation } from 'react-i18next'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** Clients do not find her, and why. */
export const inactive: BannerEntry = {
  name: 'inactive',
  isDue: ({ data }) => data.profile !== null && !data.is_active,
  Component: function Inactive() {
    const { t } = useTranslation('dashboard')
    return (
      <Banner tone="waiting" icon={<WarningIcon />} title={t('state.inactive')}>
        {t('state.inactive_help')}
      </Banner>
    )
  },
}
