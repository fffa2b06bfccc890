import { useTranslation } from '#web/i18n/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/icons.tsx'
import { PROFILE_FORM } from '#web/router/dashboard-address.ts'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** Without a profile nobody finds her. */
export const noProfile: BannerEntry = {
  name: 'no-profile',
  isDue: ({ data }) => data.profile === null,
  Component: function NoProfile() {
    const { t } = useTranslation('dashboard')
    return (
      <Banner
        tone="waiting"
        icon={<InfoIcon />}
        title={t('state.no_profile')}
        action={<ButtonLink href={PROFILE_FORM}>{t('state.write_profile')}</ButtonLink>}
      >
        {t('state.no_profile_help')}
      </Banner>
    )
  },
}
