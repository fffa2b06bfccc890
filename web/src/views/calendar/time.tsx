import { useUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { OwnTimes } from '#web/features/calendar/own-times.tsx'

defineView('time', {
  head: ({ t }) => ({ title: t('time:title') }),
  Component: Time,
})

/** A professional's working hours, exceptions and rules. rule: working-hours */
function Time() {
  const { t } = useTranslation('time')
  const user = useUser()
  return (
    <div className="page flex max-w-240 flex-col gap-6">
      <TextLink href={dashboardAddress()}>{t('back')}</TextLink>
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {user && <OwnTimes userId={user.id} />}
    </div>
  )
}
