import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { defineView } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'
import { useConnectionStatus } from '#web/shell/offline/connection-status.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { OwnOffer } from '#web/features/market/offer/own-offer.tsx'

defineView('offer', {
  head: ({ t }) => ({ title: t('offer:title') }),
  Component: Offer,
})

/** A professional's rates, supplies, extras, discounts, languages and costs. rule: offer */
function Offer() {
  const { t } = useTranslation('offer')
  const user = useUser()
  const { isOffline } = useConnectionStatus()
  return (
    <div className="page flex max-w-240 flex-col gap-6">
      <TextLink href={dashboardAddress()}>{t('back')}</TextLink>
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {user && <OwnOffer key={user.id} userId={user.id} isOffline={isOffline} />}
    </div>
  )
}
