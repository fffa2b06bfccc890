import { SeriesList } from '#web/features/series/series-list.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { defineView } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'
import { TextLink } from '#web/ui/text-link.tsx'

defineView('regular-visits', {
  head: ({ t }) => ({ title: t('series:title') }),
  Component: RegularVisits,
})

/** The regular visits of a client or a professional. rule: series-screens */
function RegularVisits() {
  const { t } = useTranslation(['series', 'bookings', 'time'])
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      {user?.role === 'client' ? (
        <TextLink href="/bookings">{t('bookings:one.back')}</TextLink>
      ) : (
        <TextLink href={dashboardAddress()}>{t('time:back')}</TextLink>
      )}
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {user && <SeriesList user={user} />}
    </div>
  )
}
