import { useUser } from '#web/session/session.ts'
import { validDate } from '#web/i18n/valid-date.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { AGENDA_VIEWS } from '#web/router/agenda-address.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { Agenda } from '../bookings/dashboard/agenda/agenda.tsx'
import { useConnectionStatus } from '#web/shell/offline/connection-status.ts'
import { TextLink } from '#web/ui/text-link.tsx'

defineView('week', {
  head: ({ t }) => ({ title: t('dashboard:agenda.title') }),
  Component: Week,
})

/** A professional's visits by day. rule: agenda */
function Week({ search }: ViewProps) {
  const { t } = useTranslation(['dashboard', 'time'])
  const user = useUser()
  const { isOffline } = useConnectionStatus()
  return (
    <div className="page flex flex-col gap-6">
      {/* On a phone it is a tab of its own. */}
      <div className="max-md:hidden">
        <TextLink href={dashboardAddress()}>{t('time:back')}</TextLink>
      </div>
      <h1 className="text-2xl md:text-3xl">{t('agenda.title')}</h1>
      {user && (
        <Agenda
          professionalId={user.id}
          view={AGENDA_VIEWS.find((view) => view === search.get('view')) ?? 'week'}
          from={validDate(search.get('from'))}
          isOffline={isOffline}
        />
      )}
    </div>
  )
}
