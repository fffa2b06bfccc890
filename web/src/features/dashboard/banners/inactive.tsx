import { useTranslation } from '#web/i18n/use-translation.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { SubscribeButton } from '#web/features/billing/subscribe-button.tsx'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** Clients do not find her, why, and how to change that (professional spec 2.3). */
export const inactive: BannerEntry = {
  name: 'inactive',
  isDue: ({ data }) => data.profile !== null && !data.is_active,
  Component: function Inactive({ professional, money }) {
    const { t } = useTranslation('dashboard')
    return (
      <Banner
        tone="waiting"
        icon={<WarningIcon />}
        title={t('state.inactive')}
        action={
          <SubscribeButton
            professionalId={professional.id}
            words={money?.period_end ? 'again' : 'activate'}
          />
        }
      >
        {money && money.leadCredits > 0 ? t('state.inactive_credits') : t('state.inactive_help')}
      </Banner>
    )
  },
}
